/** Reading and writing records in batches, pages and lists. */
import { describe, expect, test } from 'vitest';
import { listRecords, type ListRequest } from '../../server/store/records/record-lists.ts';
import { changesAfter } from '../../server/store/records/changes.ts';
import { loadByDocuments, loadByIds, upsert } from '../../server/store/records/records.ts';
import { engines } from '../kit/engines.ts';
import { recordIn, writeRecords } from './record-rows.ts';
import { makeOrganisation, openWorld } from './world.ts';

describe.each(engines)('records on %s', (engine) => {
  test('[DB30] a batch larger than any parameter limit is written and read back whole', async () => {
    await using world = await openWorld(engine);
    const rows = await writeRecords(
      world.store,
      world.orgId,
      Array.from({ length: 4000 }, () => ({})),
    );
    const ids = rows.map(({ id }) => id);
    const unknown = Array.from({ length: 66_000 }, (_, index) => `unknown ${index}`);
    const found = await loadByIds(world.store.db, world.orgId, [...ids, ...ids, ...unknown]);
    expect(found).toHaveLength(4000);
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set(ids));
  });

  test('[DB31] a changed record keeps kind, creation and origin; every other column is updated', async () => {
    await using world = await openWorld(engine);
    const { store, orgId } = world;
    const [first] = await writeRecords(store, orgId, [{ id: 'a', body: '{"title":"Ä 工 😀"}', status: 'draft' }]);
    const changes = {
      rev: 2,
      deleted: 1,
      project_id: 'a',
      site_id: 'a',
      document_id: 'a',
      status: 'x',
      type: 'y',
      version: 3,
      sort_key: 'z',
      updated_by: 'other',
      body: '{}',
    };
    const [second] = await writeRecords(store, orgId, [
      { id: 'a', ...changes, kind: 'site', created_by: 'other', created_at: 'never', origin_hash: 'other' },
    ]);
    const kept = { kind: 'hazard', created_at: first?.created_at, created_by: 'maker', origin_hash: 'sha256:0' };
    expect(await loadByIds(store.db, orgId, ['a'])).toEqual(
      [{ ...second, ...kept, org_id: orgId }].map((row) => expect.objectContaining(row)),
    );
    expect(first?.body).toBe('{"title":"Ä 工 😀"}');
  });

  test('[DB32] a batch that holds a record twice is refused', async () => {
    await using world = await openWorld(engine);
    await expect(writeRecords(world.store, world.orgId, [{ id: 'a' }, { id: 'a' }])).rejects.toThrow('twice');
  });

  test('[DB33] no reader sees the records of another organisation, though ids may be the same', async () => {
    await using world = await openWorld(engine);
    const { store, orgId } = world;
    const other = await makeOrganisation(store);
    const document = { id: 'a', kind: 'document' };
    await writeRecords(store, orgId, [
      { ...document, body: '"ours"' },
      { id: 'b', document_id: 'a', body: '"ours"' },
    ]);
    await writeRecords(store, other, [
      { ...document, body: '"theirs"' },
      { id: 'b', document_id: 'a', body: '"theirs"' },
    ]);
    const seen = [
      ...(await loadByIds(store.db, orgId, ['a', 'b'])),
      ...(await loadByDocuments(store.db, orgId, ['a'])),
      ...(await changesAfter(store.db, orgId, 0, { limit: 10, maxBytes: 1e6 })).rows,
      ...(await listRecords(store.db, orgId, { kind: 'document', order: 'updated_at', page: 1, perPage: 10 })).rows,
    ];
    expect(seen.map(({ body }) => body)).toEqual(Array.from({ length: 6 }, () => '"ours"'));
  });

  test('[DB34] entries are ordered by document, kind and position, bytewise on both engines', async () => {
    await using world = await openWorld(engine);
    const { store, orgId } = world;
    await writeRecords(store, orgId, [
      { id: 'd1', kind: 'document' },
      { id: 'd2', kind: 'document' },
      { id: '1', kind: 'section', document_id: 'd2', sort_key: 'a' },
      { id: '2', kind: 'hazard', document_id: 'd1', sort_key: 'a' },
      { id: '3', kind: 'hazard', document_id: 'd1', sort_key: 'Z' },
      { id: '4', kind: 'hazard', document_id: 'd1', sort_key: null },
      { id: '5', kind: 'comment', document_id: 'd1', sort_key: 'ä' },
      { id: '6', kind: 'comment', document_id: 'd1', sort_key: 'z' },
    ]);
    const idsOf = async (...asked: [string[], string[]?]): Promise<string> =>
      (await loadByDocuments(store.db, orgId, ...asked)).map(({ id }) => id).join('');
    expect(await idsOf(['d1', 'd2'])).toBe('654321');
    expect(await idsOf(['d1', 'd2'], ['hazard', 'section'])).toBe('4321');
    expect(await idsOf(['d1', 'd2'], [])).toBe('');
    expect(await idsOf([])).toBe('');
  });

  test('[DB35] a page of changes is in the order of seq, within its limits, and never empty', async () => {
    await using world = await openWorld(engine);
    const { store, orgId } = world;
    const body = (bytes: number): string => 'ä'.repeat(bytes / 2); // two bytes each
    await writeRecords(store, orgId, [
      { id: 'a', body: body(100) },
      { id: 'b', body: body(10), kind: 'site' },
      { id: 'c', body: body(50) },
      { id: 'd', body: body(50) },
    ]);
    await writeRecords(store, orgId, [{ id: 'a', body: body(60), rev: 2 }]);
    const ask = async (
      seq: number,
      limits: Partial<Parameters<typeof changesAfter>[3]>,
    ): Promise<[string, boolean]> => {
      const { rows, more } = await changesAfter(store.db, orgId, seq, { limit: 10, maxBytes: 1000, ...limits });
      return [rows.map(({ id }) => id).join(''), more];
    };
    expect(await ask(0, {})).toEqual(['bcda', false]);
    expect(await ask(0, { limit: 2 })).toEqual(['bc', true]);
    expect(await ask(3, { limit: 2 })).toEqual(['da', false]);
    expect(await ask(5, {})).toEqual(['', false]);
    expect(await ask(0, { maxBytes: 60 })).toEqual(['bc', true]);
    expect(await ask(0, { maxBytes: 61 })).toEqual(['bcd', true]);
    expect(await ask(2, { maxBytes: 1 })).toEqual(['c', true]);
    expect(await ask(0, { kinds: ['site'] })).toEqual(['b', false]);
    expect(await ask(2, { kinds: ['site'] })).toEqual(['', false]);
    expect(await ask(0, { kinds: [] })).toEqual(['', false]);
  });

  test('[DB36] a list is filtered, ordered with ties by id, and paged; past the end it is empty', async () => {
    await using world = await openWorld(engine);
    const { store, orgId } = world;
    await writeRecords(store, orgId, [
      { id: 'p', kind: 'project' },
      { id: 'q', kind: 'project' },
    ]);
    const same = { created_at: '2026-01-01T00:00:00.000Z' };
    const made = await writeRecords(store, orgId, [
      { id: 'a', kind: 'document', status: 'draft', type: 'rams', project_id: 'p', sort_key: 'b', ...same },
      { id: 'b', kind: 'document', status: 'approved', type: 'rams', project_id: 'q', sort_key: 'B', ...same },
      { id: 'c', kind: 'document', status: 'review', type: 'coshh', project_id: 'p', sort_key: null },
      { id: 'd', kind: 'document', status: 'draft', type: 'rams', deleted: 1 },
    ]);
    const ask = async (given: Partial<ListRequest>): Promise<[string, number]> => {
      const { rows, total } = await listRecords(store.db, orgId, {
        kind: 'document',
        order: 'updated_at',
        page: 1,
        perPage: 10,
        ...given,
      });
      return [rows.map(({ id }) => id).join(''), total];
    };
    expect(await ask({})).toEqual(['abc', 3]);
    expect(await ask({ includeDeleted: true })).toEqual(['abcd', 4]);
    expect(await ask({ order: 'created_at desc' })).toEqual(['cba', 3]);
    expect(await ask({ order: 'sort_key' })).toEqual(['cba', 3]);
    expect(await ask({ perPage: 2, page: 2 })).toEqual(['c', 3]);
    expect(await ask({ perPage: 2, page: 3 })).toEqual(['', 3]);
    expect(await ask({ filters: { status: ['draft', 'approved'], project_id: 'p' } })).toEqual(['a', 1]);
    expect(await ask({ filters: { type: 'rams', status: undefined } })).toEqual(['ab', 2]);
    expect(await ask({ filters: { project_id: [] } })).toEqual(['', 0]);
    expect(await ask({ kind: 'nothing' })).toEqual(['', 0]);
    expect(await ask({ updatedSince: made[1]?.updated_at })).toEqual(['bc', 2]); // inclusive
  });

  test('[DB49] a list of changes since a time shows a record again when it changes', async () => {
    await using world = await openWorld(engine);
    const { store, orgId } = world;
    const made = await writeRecords(store, orgId, [{ id: 'a' }, { id: 'b' }]);
    await store.write(
      orgId,
      () => Date.now() - 60_000,
      async (tx) => upsert(tx.trx, orgId, [recordIn(tx, { id: 'a', rev: 2 })]),
    );
    const { rows } = await listRecords(store.db, orgId, {
      kind: 'hazard',
      updatedSince: made[1]?.updated_at,
      order: 'updated_at',
      page: 1,
      perPage: 10,
    });
    expect(rows.map(({ id, rev }) => [id, rev])).toEqual([
      ['b', 1],
      ['a', 2],
    ]);
  });
});
