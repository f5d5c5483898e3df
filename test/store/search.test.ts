/** The search index: the same answers on both engines, kept with the records, and blind to other organisations. */
import { describe, expect, test } from 'vitest';
import { upsert } from '../../server/store/records/records.ts';
import type { Owned } from '../../server/store/tables/rows.ts';
import { searchRecords, type SearchRequest } from '../../server/store/search/search.ts';
import type { Store } from '../../server/store/store.ts';
import type { RecordTable } from '../../server/store/tables/tables.ts';
import { askedWords, searchKinds, searchTextOf, wordsOf } from '../../shared/search/search.ts';
import { openChance, type Chance } from '../kit/clock.ts';
import { engines } from '../kit/engines.ts';
import { recordIn } from './record-rows.ts';
import { makeOrganisation, openWorld } from './world.ts';

interface Given extends Omit<Partial<Owned<RecordTable>>, 'body'> {
  readonly body?: object;
}

/** Writes, as commit() does. */
async function save(store: Store, orgId: string, given: readonly Given[]): Promise<Owned<RecordTable>[]> {
  return store.write(orgId, Date.now, async (tx) => {
    const rows = given.map(({ body = {}, ...fields }) => recordIn(tx, { ...fields, body: JSON.stringify(body) }));
    await upsert(tx.trx, orgId, rows);
    return rows;
  });
}

async function found(
  store: Store,
  orgId: string,
  query: string,
  more: Partial<SearchRequest> = {},
): Promise<readonly string[]> {
  const request = { asked: askedWords(query), kinds: searchKinds, archived: false, page: 1, perPage: 2000, ...more };
  return (await searchRecords(store, orgId, request)).rows.map(({ id }) => id);
}

const records: readonly Given[] = [
  {
    id: 'tower',
    kind: 'project',
    body: { name: 'Tower of Łódź', reference: 'HLC-014', client_name: 'Ångström & Søn' },
  },
  { id: 'cafe', kind: 'project', body: { name: 'Café extension', reference: null } },
  { id: 'roof', kind: 'document', body: { title: 'Roof works – FALL protection', reference: 'HLC-014-RAMS-0007' } },
  { id: 'strasse', kind: 'document', body: { title: 'Straßenbau', reference: 'Œuvre' } },
  { id: 'gurmukhi', kind: 'document', body: { title: 'ਪੰਜਾਬੀ ਸੁਰੱਖਿਆ', reference: null } },
  {
    id: 'fall',
    kind: 'hazard',
    document_id: 'roof',
    body: {
      name: 'Fall from height',
      description: 'The slab edge is open; worker’s line of 2½ m is too long.\nRésumé: İstanbul hook, ΟΔΟΣ 12.',
      who_at_risk: 'Roofers',
      controls: [{ description: 'Guard-rail “Type 𝟚” 🏗 before anybody goes up', hierarchy_level: 'engineering' }],
      category: 'work_at_height',
    },
  },
];

const cases: readonly (readonly [query: string, ids: readonly string[]])[] = [
  ['fall', ['fall', 'roof']], // of the same score: the one changed last
  ['FALL fro', ['fall']],
  ['fal from', []], // only the last word may be a beginning
  ['height fall', ['fall']],
  ['hlc-014', ['roof', 'tower']],
  ['0007', ['roof']],
  ['lodz', ['tower']],
  ['ŁÓDŹ', ['tower']],
  ['angstrom son', ['tower']],
  ['cafe', ['cafe']],
  ['cafe\u0301', ['cafe']],
  ['strasse', ['strasse']],
  ['STRAẞENBAU', ['strasse']],
  ['oeuvre', ['strasse']],
  ['ਪੰਜਾਬੀ', ['gurmukhi']],
  ['ਪ', ['gurmukhi']],
  ['ਪਜਬ', []], // vowel signs are letters
  ['resume istanbul', ['fall']],
  ['οδοσ', ['fall']],
  ['οδός', ['fall']],
  ['type 2', ['fall']],
  ['2½ m', ['fall']],
  ['roofers', ['fall']],
  ['guard rail', ['fall']],
  ['work_at_height', []], // codes are no text
  ['engineering', []],
  [`e${'ae'.repeat(40)}`, ['long']],
  ['nothing', []],
];

/** What all engines must agree with: every word, the last as a beginning. */
function naive(rows: readonly Owned<RecordTable>[], query: string): string[] {
  const asked = askedWords(query);
  return rows
    .filter(({ kind, body }) => {
      // Made above of the kinds that are searched.
      const text = searchTextOf(kind as (typeof searchKinds)[number], JSON.parse(body));
      const words = new Set([text.title, text.reference ?? '', ...text.body].flatMap(wordsOf).map(({ word }) => word));
      const last = asked.at(-1) ?? '';
      return asked.slice(0, -1).every((word) => words.has(word)) && [...words].some((word) => word.startsWith(last));
    })
    .map(({ id }) => id);
}

const alphabet = [...'aáAåbcdeéßłøπσςпйਪਾ漢字𝟚½"\'*:-()&|!\\^+{}~ \t \n  ', '\u0301', '🏗️', ' NEAR(', ' OR ', ' NOT '];

function babble(chance: Chance, length: number): string {
  return Array.from({ length: 1 + chance.below(length) }, () => chance.pick(alphabet)).join('');
}

describe.each(engines)('search on %s', (engine) => {
  test('[SR3] case, accents and spellings make no difference, by one table for both engines', async () => {
    await using world = await openWorld(engine);
    const long = { id: 'long', kind: 'project', body: { name: `É${'aé'.repeat(40)}` } };
    await save(world.store, world.orgId, [...records, long]);
    const told = await Promise.all(cases.map(async ([query]) => [query, await found(world.store, world.orgId, query)]));
    expect(told).toEqual(cases);
  });

  test('[SR9] with random words, each organisation finds all of its own and no other’s', async () => {
    await using world = await openWorld(engine);
    const { store, orgId } = world;
    const [other, chance] = [await makeOrganisation(store), openChance(31)];
    const made = () =>
      save(
        store,
        chance.next() < 0.5 ? orgId : other,
        Array.from({ length: 30 }, () => ({
          kind: chance.pick(searchKinds),
          body: {
            name: babble(chance, 9),
            title: babble(chance, 9),
            substance_name: babble(chance, 9),
            client_name: babble(chance, 30),
          },
        })),
      );
    for (let i = 0; i < 8; i++) await made();
    const rowsOf = async (org: string) => store.db.selectFrom('record').selectAll().where('org_id', '=', org).execute();
    const [ours, theirs] = [await rowsOf(orgId), await rowsOf(other)];
    for (let i = 0; i < 80; i++) {
      const query = babble(chance, 6);
      if (askedWords(query).length === 0) continue;
      expect([query, (await found(store, orgId, query)).toSorted()]).toEqual([query, naive(ours, query).toSorted()]);
      expect([query, (await found(store, other, query)).toSorted()]).toEqual([query, naive(theirs, query).toSorted()]);
    }
  });

  test('[SR6] matches rank by field, then whole words before prefixes, then the last change', async () => {
    await using world = await openWorld(engine);
    const { store, orgId } = world;
    await save(store, orgId, [
      { id: 'reference', kind: 'document', body: { title: 'Lift', reference: 'CRANE-1' } },
      { id: 'title', kind: 'document', body: { title: 'The crane', reference: 'A-1' } },
      { id: 'body', kind: 'hazard', body: { name: 'Load', description: 'from a crane' } },
      { id: 'begun', kind: 'document', body: { title: 'Cranes', reference: 'A-2' } },
      { id: 'begun in the body', kind: 'hazard', body: { name: 'Load', description: 'from cranes' } },
      { id: 'later', kind: 'document', body: { title: 'Another crane', reference: 'A-3' } },
    ]);
    const order = ['reference', 'later', 'title', 'begun', 'body', 'begun in the body'];
    expect(await found(store, orgId, 'crane')).toEqual(order);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => found(store, orgId, 'crane', { page, perPage: 2 })));
    expect(pages.flat()).toEqual(order);
    const all = { asked: ['crane'], kinds: searchKinds, archived: false };
    expect(await searchRecords(store, orgId, { ...all, page: 9, perPage: 2 })).toEqual({
      rows: [],
      total: 6,
    });
    const { rows } = await searchRecords(store, orgId, { ...all, page: 1, perPage: 9 });
    expect(rows.map(({ score }) => score)).toEqual([6 / 8, 4 / 8, 4 / 8, 3 / 8, 2 / 8, 1 / 8]);
    expect(await found(store, orgId, 'crane', { kinds: ['hazard'] })).toEqual(['body', 'begun in the body']);
    expect(await found(store, orgId, 'crane', { kinds: [] })).toEqual([]);
  });

  test('[SR8] removed records are not found, archived ones and their hazards only on request', async () => {
    await using world = await openWorld(engine);
    const { store, orgId } = world;
    const hazard = { id: 'hazard', kind: 'hazard', document_id: 'document', body: { name: 'Crane hook' } };
    const document = { id: 'document', kind: 'document', status: 'draft', body: { title: 'Crane lift' } };
    const project = { id: 'project', kind: 'project', status: 'active', body: { name: 'Crane yard' } };
    const also = { archived: true };
    await save(store, orgId, [project, document, hazard, { ...hazard, id: 'gone', deleted: 1 }]);
    expect(await found(store, orgId, 'crane')).toEqual(['hazard', 'document', 'project']);
    await save(store, orgId, [{ ...document, status: 'archived' }]);
    expect(await found(store, orgId, 'crane')).toEqual(['project']);
    expect(await found(store, orgId, 'crane', also)).toEqual(['document', 'hazard', 'project']);
    await save(store, orgId, [{ ...project, status: 'archived' }]);
    expect(await found(store, orgId, 'crane')).toEqual([]);
    await save(store, orgId, [document, { ...hazard, deleted: 1 }]);
    expect(await found(store, orgId, 'crane')).toEqual(['document']);
    expect(await found(store, orgId, 'crane', also)).toEqual(['document', 'project']);
    await save(store, orgId, [hazard]);
    expect(await found(store, orgId, 'crane')).toEqual(['hazard', 'document']);
  });

  test('[SR10] a write does not update the index; a search first indexes earlier writes, once', async () => {
    await using world = await openWorld(engine);
    const { store, orgId, statements } = world;
    const many = Array.from({ length: 200 }, (_, i) => ({ id: `h${i}`, body: { name: `Noise ${i}` } }));
    statements.length = 0;
    await save(store, orgId, many);
    const ofTheIndex = (): string[] => statements.filter((statement) => /\bsearch\b|search_text/.test(statement));
    expect(ofTheIndex()).toEqual([]);
    expect(await found(store, orgId, 'noise')).toHaveLength(200);
    expect(ofTheIndex().filter((statement) => /^insert|^update/.test(statement)).length).toBeLessThan(many.length / 10);
    statements.length = 0;
    expect(await found(store, orgId, 'noise 7')).toContain('h7');
    expect(statements.filter((statement) => statement.startsWith('begin'))).toEqual([]);
    await save(store, orgId, [{ id: 'h7', body: { name: 'Dust', description: 'x'.repeat(5000) } }]);
    expect(await found(store, orgId, 'noise 7')).not.toContain('h7');
    expect(await found(store, orgId, 'dust')).toEqual(['h7']);
    expect(await found(store, orgId, 'x'.repeat(70))).toEqual(['h7']);
    world.beforeStatement = (statement) => {
      if (statement.startsWith('commit')) throw new Error('the disk is full');
    };
    await expect(save(store, orgId, [{ id: 'lost', body: { name: 'Smoke' } }])).rejects.toThrow('the disk is full');
    world.beforeStatement = () => undefined;
    expect(await found(store, orgId, 'smoke')).toEqual([]);
    await save(store, orgId, [{ id: 'photo', kind: 'photo', body: { title: 'Smoke' } }]);
    expect(await found(store, orgId, 'smoke')).toEqual([]);
  });
});
