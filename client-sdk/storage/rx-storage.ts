/** A storage for devices on a storage of RxDB. */
import { fillWithDefaultSettings, randomToken, type RxJsonSchema, type RxStorage } from 'rxdb/plugins/core';
import { mutex } from '../base/mutex.ts';
import type { DeviceStorage, StorageConnection, TableDefinition } from '../base/tables.ts';
import { RxTable, type Document, type Instance, type Transaction } from './rx-table.ts';

export interface Engine<Internals, Options> {
  readonly storage: RxStorage<Internals, Options>;
  readonly isShared: boolean;
  /** Names that are open. */
  readonly names: Set<string>;
  transaction(instance: Instance, key: string): Transaction;
  size(): Promise<number | null>;
}

export function deviceStorage<Internals, Options>(engine: Engine<Internals, Options>): DeviceStorage {
  return {
    open: async (name) => {
      if (engine.names.has(name)) throw new Error(`The replica ${name} is open here already: close it first.`);
      engine.names.add(name);
      return new Connection(engine, name);
    },
  };
}

class Connection<Internals, Options> implements StorageConnection {
  readonly isShared: boolean;
  readonly #engine: Engine<Internals, Options>;
  readonly #name: string;
  /** RxDB announces writes to other tabs under it. */
  readonly #token = randomToken(10);
  readonly #tables: { readonly instance: Instance; idle(): Promise<void> }[] = [];

  constructor(engine: Engine<Internals, Options>, name: string) {
    this.#engine = engine;
    this.#name = name;
    this.isShared = engine.isShared;
  }

  async table<Row extends object>(definition: TableDefinition<Row>): Promise<RxTable<Row>> {
    const instance: Instance = await this.#engine.storage.createStorageInstance<Document>({
      databaseInstanceToken: this.#token,
      databaseName: this.#name,
      collectionName: definition.name,
      schema: fillWithDefaultSettings(schemaOf(definition)),
      options: {} as Options, // no storage here has any
      multiInstance: this.isShared,
      devMode: false,
    });
    const table = new RxTable<Row>(instance, definition.key, this.#engine.transaction(instance, definition.key));
    this.#tables.push({ instance, idle: () => table.idle() });
    return table;
  }

  size(): Promise<number | null> {
    return this.#engine.size();
  }

  close(): Promise<void> {
    return this.#end((instance) => instance.close());
  }

  remove(): Promise<void> {
    return this.#end((instance) => instance.remove());
  }

  /** In the order in which they were opened. */
  async #end(end: (instance: Instance) => Promise<void>): Promise<void> {
    for (let [first] = this.#tables; first; [first] = this.#tables) {
      await first.idle();
      await end(first.instance);
      this.#tables.shift();
    }
    this.#engine.names.delete(this.#name);
  }
}

/** Names only what is indexed: rows are not checked, so that fields of a newer server are kept. */
function schemaOf<Row>({ key, index }: TableDefinition<Row>): RxJsonSchema<Document> {
  const text = { type: 'string', maxLength: 64 } as const;
  return {
    version: 0,
    primaryKey: key,
    type: 'object',
    properties: Object.fromEntries([key, ...index].map((field) => [field, text])),
    required: [key, ...index],
    indexes: index.length > 0 ? [[...index]] : [],
  };
}

/** For a storage that nobody else has open: writes wait for each other. */
export function oneAfterAnother(instance: Instance, key: string): Transaction {
  const exclusive = mutex();
  return ({ keys }, decide, context) =>
    exclusive(async () => {
      const stored = await instance.findDocumentsById([...keys], true);
      const rows = decide(new Map(stored.map((row) => [String(row[key]), row])));
      if (rows.length === 0) return;
      const { error } = await instance.bulkWrite(rows, context);
      if (error[0]) throw new Error(`The storage refused a row with status ${error[0].status}.`);
    });
}
