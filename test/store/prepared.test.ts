/** Prepared statements with many rows: each row holds the columns of the first, or nothing is written. */
import { describe, expect, test } from 'vitest';
import { preparedForEach, preparedRows } from '../../server/store/engine/prepared.ts';
import { engines } from '../kit/engines.ts';
import { openWorld } from './world.ts';

type Reply = Readonly<Record<'org_id' | 'scope' | 'fingerprint' | 'reply' | 'created_at', string>>;
const insertReplies = preparedForEach((db, rows: readonly Reply[]) => db.insertInto('idempotency').values(rows));
const scopes = preparedRows((db, orgId: string) =>
  db.selectFrom('idempotency').select('scope').where('org_id', '=', orgId).orderBy('scope'),
);

describe.each(engines)('a statement with many rows on %s', (engine) => {
  test('[DB58] a row with a gap is refused, whichever row it is', async () => {
    await using world = await openWorld(engine);
    const whole = (scope: string): Reply => ({
      org_id: world.orgId,
      scope,
      fingerprint: 'f',
      reply: '{}',
      created_at: '2026-01-01T00:00:00.000Z',
    });
    const gap = { ...whole('b'), fingerprint: undefined } as unknown as Reply; // what the type should prevent
    const insert = (rows: readonly Reply[]) => world.store.transaction((trx) => insertReplies(trx, rows));
    await expect(insert([gap, whole('c')])).rejects.toThrow('must hold a value in fingerprint');
    await expect(insert([whole('a'), gap])).rejects.toThrow();
    const more = { ...whole('b'), more: 'than the first' };
    await expect(insert([whole('a'), more])).rejects.toThrow('must have the members of the first row');
    expect(await scopes(world.store.db, world.orgId)).toEqual([]);
    await insert([whole('a'), whole('b')]);
    expect(await scopes(world.store.db, world.orgId)).toEqual([{ scope: 'a' }, { scope: 'b' }]);
  });
});
