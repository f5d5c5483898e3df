/** `sample load` (contract, The sample organisation and the site day): the whole sample organisation through the public doors, read back field by field. */
import { isServerFlag } from '../../shared/resources/signoff/shape.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalHash } from '../../shared/crypto/canonical.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { engines } from '../kit/engines.ts';
import { openWorld, type World } from '../kit/world.ts';
import {
  comparable,
  documentFiles,
  inMilliseconds,
  projectFiles,
  sampleFile,
  serverOwned,
  signoffFiles,
  siteFiles,
  versionFiles,
  type Fields,
} from './sample-files.ts';
import { chainLengths, get, list, signoffsById } from './read-back.ts';
import { sampleCounts } from '../kit/sample-counts.ts';
import { load, type Ran } from './terminal.ts';

describe.each(engines)('sample load on %s', (engine) => {
  let world: World;
  let first: Ran;

  beforeAll(async () => {
    world = await openWorld({ engine });
    first = await load(world);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('[SL1] a load creates the whole organisation and prints a summary to stdout', () => {
    expect(first).toMatchObject({ code: 0, stdout: JSON.stringify(sampleCounts) });
    expect(first.stderr).toContain('document HLC-014-RAMS-007 … ok');
  });

  it.each(projectFiles.map((file) => [file['name'], file]))(
    '[SL2] project %s reads back whole',
    async (_name, file) => {
      const found = await get(world, `/projects/${file.id}`);
      expect(comparable(found, file, serverOwned.project)).toEqual(comparable(file, file, serverOwned.project));
    },
  );

  it.each(siteFiles.map((file) => [file['name'], file]))('[SL2] site %s reads back whole', async (_name, file) => {
    const found = await get(world, `/sites/${file.id}`);
    expect(comparable(found, file, serverOwned.site)).toEqual(comparable(file, file, serverOwned.site));
  });

  describe.each(documentFiles.map((file) => [file.reference, file] as const))('document %s', (_reference, file) => {
    const { sections, hazards, coshh_assessments, personnel, review_rounds: rounds, ...rest } = file;
    const head = inMilliseconds(rest);

    it('[SL2] its head reads back whole, in the state and version of the sample', async () => {
      const found = await get(world, `/documents/${file.id}`);
      expect(comparable(found, head, serverOwned.document)).toEqual(comparable(head, head, serverOwned.document));
    });

    it.each([
      ['sections', sections],
      ['hazards', hazards],
      ['coshh', coshh_assessments],
      ['personnel', personnel],
    ] as const)('[SL2] its %s read back whole, in their places', async (path, entries) => {
      const found = await list(world, `/documents/${file.id}/${path}`);
      expect(found.map(({ id }) => id)).toEqual(entries.map(({ id }) => id));
      for (const [i, entry] of entries.entries())
        expect(comparable(found[i], entry, serverOwned.entry)).toEqual(
          comparable(identified(entry), entry, serverOwned.entry),
        );
    });

    it('[SL3] its review rounds are those of the sample', async () => {
      const found = (await get(world, `/documents/${file.id}`))['review_rounds'] as unknown as readonly JsonObject[]; // the document's schema
      expect(found).toHaveLength(rounds.length);
      for (const [i, round] of rounds.map((each) => inMilliseconds(each)).entries())
        expect(comparable(found[i], round, serverOwned.round)).toEqual(comparable(round, round, serverOwned.round));
      expect(found.map((round) => idOf(round['imported_by']) !== null)).toEqual(rounds.map(() => true));
      expect(found.map((round) => idOf(round['reviewer']))).toEqual(rounds.map((round) => idOf(round['reviewer'])));
    });

    it('[SL3] its versions are those of the sample, each with the hash of its own content', async () => {
      const expected = inMilliseconds(versionFiles.filter((version) => version['document_id'] === file.id));
      const found = await list(world, `/documents/${file.id}/versions`);
      expect(found).toHaveLength(expected.length);
      for (const version of expected) {
        const row = found.find((each) => each['version'] === version['version']);
        expect(comparable(row, version, serverOwned.version)).toEqual(
          comparable(version, version, serverOwned.version),
        );
        expect(asked(row?.['conditions'])).toEqual(asked(version['conditions']));
        const { content } = await get(world, `/documents/${file.id}/versions/${String(version['version'])}`);
        expect(canonicalHash(content ?? null)).toBe(row?.['content_hash']);
      }
    });
  });

  it.each([1, 2])('[SL3] version %i of document 1 holds the content of its snapshot', async (version) => {
    // The shape of a snapshot file.
    const file = sampleFile(`document-01-v${version}-snapshot.json`) as {
      document_id: string;
      content: Record<string, readonly Fields[]>;
    };
    const frozen = (await get(world, `/documents/${file.document_id}/versions/${version}`))['content'] as JsonObject; // the version's schema
    for (const kind of ['sections', 'hazards', 'coshh_assessments', 'personnel']) {
      const found = frozen[kind] as unknown as readonly JsonObject[]; // lists of entries
      expect(found).toHaveLength(file.content[kind]?.length ?? 0);
      for (const [i, entry] of (file.content[kind] ?? []).entries())
        expect(comparable(found[i], entry, [])).toEqual(comparable(identified(entry), entry, []));
    }
  });

  it('[SL4] every sign-off reads back whole, bound to the hash of the version it names', async () => {
    const found = await signoffsById(world);
    expect(found.size).toBe(signoffFiles.length);
    for (const file of signoffFiles) {
      const signoff = found.get(file.id);
      // The server sets its flags again by its own clock, and with them whether the signature was late.
      const claimed = file['flags'] as unknown as string[]; // a list of words
      const owned = claimed.length > 0 ? [...serverOwned.signoff, 'currency'] : serverOwned.signoff;
      expect(comparable(signoff, file, owned)).toEqual(comparable(file, file, owned));
      expect(signoff?.['flags']).toEqual(expect.arrayContaining(claimed.filter((flag) => !isServerFlag(flag))));
      const version = await get(
        world,
        `/documents/${String(file['document_id'])}/versions/${String(file['document_version'])}`,
      );
      expect(signoff?.['content_hash']).toBe(version['content_hash']);
    }
  });

  it('[SL4] every sign-off is sealed anew, and chained to the one before it on its tablet', async () => {
    expect(chainLengths((await signoffsById(world)).values())).toEqual([1, 2, 4, 5, 12]);
  });

  // What the sample has and the system has no place for yet. Each turns red as soon as it has one: then it joins the tests above.
  it('[SL2] the permit of a permit document reads back whole', async () => {
    for (const { id, permit } of documentFiles)
      expect((await get(world, `/documents/${id}`))['permit'] ?? null).toEqual(inMilliseconds(permit ?? null));
  });
  it('[SL3] the comments of a review round read back whole', async () => {
    for (const { id, review_rounds: rounds } of documentFiles) {
      const found = (await get(world, `/documents/${id}`))['review_rounds'] as unknown as readonly JsonObject[]; // the document's schema
      expect(found.map(({ comments }) => comments ?? [])).toEqual(rounds.map(({ comments }) => comments));
    }
  });
  it('[SL3] when and by whom a condition was met reads back', async () => {
    for (const { document_id: id, version, conditions } of versionFiles) {
      const found = await get(world, `/documents/${String(id)}/versions/${String(version)}`);
      expect(found['conditions']).toEqual(conditions);
    }
  });

  it('[SL8] work dates in words become typed dates, and a card has to cover them', async () => {
    const dates = await Promise.all(
      documentFiles.map(async ({ id }) => {
        const { work_starts_on: begins = null, work_ends_on: ends = null } = await get(world, `/documents/${id}`);
        return [begins, ends].map(String).join(' to ');
      }),
    );
    expect(dates).toEqual([
      '2026-09-28 to 2026-12-18',
      '2026-10-05 to 2026-11-27',
      '2026-11-30 to 2026-12-18',
      'null to null', // held
      '2026-11-10 to 2026-11-19',
      'null to null',
      'null to null',
      'null to null',
    ]);
    const [walling] = documentFiles;
    const { content } = await get(world, `/documents/${walling?.id}/versions/2`);
    expect(content).toMatchObject({ work_ends_on: '2026-12-18' });
    const checked = await world.api<{ findings: readonly { result: string; detail: string }[] }>(
      'POST',
      `/api/v1/documents/${walling?.id}/compliance-check`,
      {},
    );
    const failed = checked.body.findings.filter(({ result }) => result === 'fail').map(({ detail }) => detail);
    expect(failed.join()).toContain('not in date to the end of the work, 2026-12-18: “Ionuț Popescu, IPAF until');
  });

  it('[SL5] a second load changes nothing', async () => {
    await world.app.calendar.run(); // what the sample’s dates make due is done then, and not between two looks
    const feed = (): Promise<unknown> => world.app.commitContext.store.db.selectFrom('feed').selectAll().execute();
    const before = await feed();
    const again = await load(world);
    expect(again).toMatchObject({ code: 0, stdout: JSON.stringify(sampleCounts) });
    expect(again.stderr).toContain('projects … 0 sent');
    expect(await feed()).toEqual(before);
  });
});

/** The entry with ids for its controls or cards: where the file has none, each gets one when it comes. */
function identified(entry: JsonObject): JsonObject {
  const lists = ['controls', 'competence_cards'].filter((field) => field in entry);
  return {
    ...entry,
    ...Object.fromEntries(lists.map((field) => [field, (entry[field] as readonly JsonObject[]).map(withId)])), // both are lists of things
  };
}

function withId(each: JsonObject): JsonObject {
  return { id: expect.any(String), ...each };
}

function idOf(person: unknown): unknown {
  return (person as JsonObject | null)?.['id'] ?? null; // people are objects with an id, or null
}

/** Of a condition what an approver can say; when and by whom it was met comes later. */
function asked(conditions: unknown): readonly JsonObject[] {
  return (conditions as readonly JsonObject[]).map((each) => ({ text: each['text'], due_on: each['due_on'] })); // the version's schema
}
