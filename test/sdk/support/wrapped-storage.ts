/** A storage whose tables answer some calls otherwise. */
import type { DeviceStorage, Table } from '../../../client-sdk/base/tables.ts';

/** `wrap` returns the calls that a table answers itself; `remove` is asked first. */
export function wrappedStorage(
  sound: DeviceStorage,
  wrap: <Row>(table: Table<Row>, name: string) => Partial<Table<Row>>,
  remove: () => void = () => undefined,
): DeviceStorage {
  return {
    open: async (name) => {
      const connection = await sound.open(name);
      return {
        isShared: connection.isShared,
        table: async (definition) => {
          const table = await connection.table(definition);
          return { ...callsOf(table), ...wrap(table, definition.name) };
        },
        size: () => connection.size(),
        close: () => connection.close(),
        remove: async () => {
          remove();
          await connection.remove();
        },
      };
    },
  };
}

function callsOf<Row>(table: Table<Row>): Table<Row> {
  const { health$, changes$ } = table;
  return {
    health$,
    changes$,
    get: (keys) => table.get(keys),
    range: (range) => table.range(range),
    write: (write) => table.write(write),
  };
}
