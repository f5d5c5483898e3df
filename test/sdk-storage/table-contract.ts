/** What the tables of every storage must do, whatever it is made of; run by node.test.ts and dexie.browser.test.ts. */
import { expect, test } from 'vitest';
import {
  StaleWriteError,
  type DeviceStorage,
  type StorageConnection,
  type Table,
} from '../../client-sdk/base/tables.ts';

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly site: string;
  readonly title: string;
}

export function row(id: string, kind = 'hazard', site = 'north', title = id): Row {
  return { id, kind, site, title };
}

export async function openTable(
  storage: DeviceStorage,
  name: string,
): Promise<{ readonly connection: StorageConnection; readonly table: Table<Row> }> {
  const connection = await storage.open(name);
  return { connection, table: await connection.table<Row>({ name: 'rows', key: 'id', index: ['kind', 'site'] }) };
}

function idsOf(rows: readonly Row[]): string[] {
  return rows.map(({ id }) => id);
}

async function contents(table: Table<Row>): Promise<string[]> {
  return (await table.range()).map(({ id, title }) => `${id} ${title}`).toSorted();
}

/** Registers the contract's tests; `newStorage` gives each test an empty storage of its own. */
export function tableContract(kind: string, newStorage: () => DeviceStorage): void {
  const newName = (): string => `site-${crypto.randomUUID()}`;

  test(`[ST20] ${kind}: rows are found by key, by indexed value and by range of keys`, async () => {
    const { connection, table } = await openTable(newStorage(), newName());
    await table.write({
      put: [row('a1'), row('a2', 'hazard', 'south'), row('b1', 'note'), row('b2', 'note', 'south'), row('c1', 'note')],
    });
    expect(idsOf(await table.get(['a2', 'b1', 'missing'])).toSorted()).toEqual(['a2', 'b1']);
    expect(idsOf(await table.range()).toSorted()).toEqual(['a1', 'a2', 'b1', 'b2', 'c1']);
    expect(idsOf(await table.range({ where: { kind: 'note' } })).toSorted()).toEqual(['b1', 'b2', 'c1']);
    expect(idsOf(await table.range({ where: { kind: 'note', site: 'south' } }))).toEqual(['b2']);
    expect(idsOf(await table.range({ after: 'a', below: 'b~' }))).toEqual(['a1', 'a2', 'b1', 'b2']);
    expect(idsOf(await table.range({ after: 'a1', below: 'b2' }))).toEqual(['a2', 'b1']);
    await connection.close();
  });

  test(`[ST21] ${kind}: a write stores all of its rows and removals, and tells of each once`, async () => {
    const { connection, table } = await openTable(newStorage(), newName());
    const told: string[] = [];
    table.changes$.subscribe((changes) => {
      for (const {
        row: { id, title },
        gone,
      } of changes)
        told.push(`${id} ${gone ? 'gone' : title}`);
    });
    await table.write({ put: [row('a'), row('b')] });
    await table.write({ put: [row('b', 'hazard', 'north', 'changed'), row('c')], remove: ['a', 'missing'] });
    await table.write({ put: [row('c'), row('a')], isSame: (put, stored) => put.title === stored.title });
    expect(await contents(table)).toEqual(['a a', 'b changed', 'c c']);
    expect(told.toSorted()).toEqual(['a a', 'a a', 'a gone', 'b b', 'b changed', 'c c']);
    await connection.close();
  });

  test(`[ST19] ${kind}: rows assumed to be new are stored, even where rows exist`, async () => {
    const { connection, table } = await openTable(newStorage(), newName());
    await table.write({ put: [row('a'), row('b')] });
    await table.write({ remove: ['a'] });
    await table.write({ put: [row('a', 'hazard', 'north', 'again'), row('c')], areNew: true });
    await table.write({ put: [row('b', 'hazard', 'north', 'changed'), row('d')], areNew: true });
    expect(await contents(table)).toEqual(['a again', 'b changed', 'c c', 'd d']);
    await connection.close();
  });

  test(`[ST22] ${kind}: a write whose guard does not fit stores nothing`, async () => {
    const { connection, table } = await openTable(newStorage(), newName());
    const guard = (title: string, known?: string) => ({
      row: row('fence', '', '', title),
      expected: (stored: Row | undefined) => stored?.title === known,
    });
    await table.write({ put: [row('a')], guard: guard('1') });
    await expect(table.write({ put: [row('b')], remove: ['a'], guard: guard('2') })).rejects.toThrow(StaleWriteError);
    expect(await contents(table)).toEqual(['a a', 'fence 1']);
    await table.write({ put: [row('b')], guard: guard('2', '1') });
    expect(await contents(table)).toEqual(['a a', 'b b', 'fence 2']);
    await connection.close();
  });

  test(`[ST23] ${kind}: a summary is stored with each write that changes something`, async () => {
    const { connection, table } = await openTable(newStorage(), newName());
    const summary = {
      key: 'sum',
      next: (stored: Row | undefined, changes: readonly { readonly before?: unknown; readonly after?: unknown }[]) => {
        const added = changes.reduce((sum, { before, after }) => sum + (after ? 1 : 0) - (before ? 1 : 0), 0);
        const count = Number(stored?.title ?? 0) + added;
        return count === 0 ? null : row('sum', '', '', String(count));
      },
    };
    await table.write({ put: [row('a'), row('b')], summary });
    await table.write({ put: [row('b', 'note'), row('c')], remove: ['a', 'missing'], summary });
    expect(await contents(table)).toEqual(['b b', 'c c', 'sum 2']);
    await table.write({ remove: ['b', 'c'], summary });
    expect(await contents(table)).toEqual([]);
    await connection.close();
  });

  test(`[ST24] ${kind}: a name opens again with its rows when closed, and empty when removed`, async () => {
    const storage = newStorage();
    const name = newName();
    const first = await openTable(storage, name);
    await expect(openTable(storage, name)).rejects.toThrow('open');
    const writing = first.table.write({ put: [row('a'), row('b')] });
    await first.connection.close();
    await writing;
    const second = await openTable(storage, name);
    expect(await contents(second.table)).toEqual(['a a', 'b b']);
    await second.connection.remove();
    const third = await openTable(storage, name);
    expect(await contents(third.table)).toEqual([]);
    await third.connection.close();
  });

  test(`[ST25] ${kind}: keys that differ in half a surrogate pair are different rows`, async () => {
    const { connection, table } = await openTable(newStorage(), newName());
    const keys = ['\ud800', '\ud801', '\ufffd', 'a\udc00', '\u{10ffff}"\\ud800"', '__proto__', '"', ' '];
    await table.write({ put: keys.map((key) => row(key)) });
    expect(await contents(table)).toEqual(keys.map((key) => `${key} ${key}`).toSorted());
    await table.write({ remove: ['\ud800'] });
    expect(idsOf(await table.get(keys)).toSorted()).toEqual(keys.slice(1).toSorted());
    expect(idsOf(await table.range({ after: 'a', below: 'b' }))).toEqual(['a\udc00']);
    await connection.close();
  });
}
