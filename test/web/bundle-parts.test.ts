/** The small parts that the field app's bundle has in place of larger ones of RxDB do the same as those. */
import { fillWithDefaultSettings, getQueryMatcher, normalizeMangoQuery, type RxJsonSchema } from 'rxdb/plugins/core';
import { expect, test } from 'vitest';
import { compare, getMingoQuery } from '../../web/field/build/row-query.ts';
import { BroadcastChannel } from '../../web/field/build/tab-channel.ts';

interface Row {
  id: string;
  kind: string;
}

const text = { type: 'string', maxLength: 64 } as const;
const schema: RxJsonSchema<Row> = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: { id: text, kind: text },
  required: ['id', 'kind'],
};

/** A channel only reaches its own origin, so it takes no target. */
function tell(channel: BroadcastChannel, message: number): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(message);
}

test('a row is found by the same queries as with the query language of RxDB', () => {
  const rows = ['', 'a', 'b', 'ba', 'z'].flatMap((id) =>
    [true, false].flatMap((gone) => ['permit', 'site', ''].map((kind) => ({ id, kind, _deleted: gone }))),
  );
  const bounds = [{}, { $gt: '' }, { $gte: 'b' }, { $lt: 'b' }, { $gt: 'a', $lt: 'z' }, { $gte: 'b', $lte: 'b' }];
  const selectors = [{}, { kind: 'permit' }, { kind: 'site', n: 1 }, { kind: '' }].flatMap((where) =>
    bounds.map((id) => ({ ...where, _deleted: { $eq: false }, ...(Object.keys(id).length > 0 ? { id } : {}) })),
  );
  const full = fillWithDefaultSettings(schema);
  for (const selector of selectors) {
    const query = normalizeMangoQuery(full, { selector });
    const theirs = getQueryMatcher(full, query);
    const ours = getMingoQuery(query.selector as never);
    expect(rows.filter((row) => ours.test(row))).toEqual(rows.filter((row) => theirs(row as never)));
  }
});

test('a query that the field app does not know throws', () => {
  expect(() => getMingoQuery({ kind: { $regex: 'p' } })).toThrow('kind: $regex');
});

test('rows sort in the order of their keys', () => {
  expect(['b', 'a', 'ba', 'a'].toSorted(compare)).toEqual(['a', 'a', 'b', 'ba']);
});

test('a tab hears the others, not itself, until it stops to listen', async () => {
  const [one, other, last] = [1, 2, 3].map(() => new BroadcastChannel('bundle-parts'));
  if (!one || !other || !last) throw new Error('three were made');
  const heard: unknown[] = [];
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const listen = (message: unknown): void => void heard.push(message);
  one.addEventListener('message', listen);
  other.addEventListener('message', listen);
  last.addEventListener('message', (message) => message === 2 && resolve(message));
  tell(one, 1);
  other.removeEventListener('message', listen);
  tell(one, 2);
  await promise;
  expect(heard).toEqual([]);
  tell(other, 3);
  await expect.poll(() => heard).toEqual([3]);
  await Promise.all([one, other, last].map((channel) => channel.close()));
});
