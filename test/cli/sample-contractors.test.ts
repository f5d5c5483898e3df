/** The sample's contractors and their submissions, loaded through the public doors and read back field by field (contract, Contractors, CT15). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../shared/base/json.ts';
import { engines } from '../kit/engines.ts';
import { openWorld, type World } from '../kit/world.ts';
import { get, list } from './read-back.ts';
import { comparable, inMilliseconds, sampleFile, type Fields } from './sample-files.ts';
import { load } from './terminal.ts';

// The shapes of the repository's own files.
const contractorFiles = sampleFile('contractors.json') as readonly Fields[];
const submissionFiles = inMilliseconds(sampleFile('contractor-submissions.json') as readonly Fields[]);

describe.each(engines)('contractors of the sample on %s', (engine) => {
  let world: World;

  beforeAll(async () => {
    world = await openWorld({ engine });
    const { code, stderr } = await load(world);
    if (code !== 0) throw new Error(stderr);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each(contractorFiles.map((file) => [file['name'], file]))(
    '[CT15] contractor %s reads back whole',
    async (_name, file) => {
      // The organisation is that of the token.
      const found = await get(world, `/contractors/${file.id}`);
      const owned = ['organisation_id'];
      expect(comparable(found, file, owned)).toEqual(comparable(file, file, owned));
    },
  );

  it.each(submissionFiles.map((file) => [file['contractor_name'], file]))(
    '[CT15] the submission of %s reads back whole, with its state and every time',
    async (_name, file) => {
      const found = await get(world, `/submissions/${file.id}`);
      const documents = (found['documents'] as unknown as readonly JsonObject[]).map(
        ({ document_type: _, ...told }) => told,
      ); // the submission's schema
      expect(comparable({ ...found, documents: documents as unknown as JsonObject[] }, file, [])).toEqual(file);
    },
  );

  it('[CT15] the register of a project shows them with the status of each', async () => {
    const project = submissionFiles[0]?.['project_id'];
    const found = await list(world, `/projects/${String(project)}/contractors`);
    const expected = submissionFiles.filter((file) => file['project_id'] === project);
    expect(new Map(found.map(({ name, submission_status }) => [name, submission_status]))).toEqual(
      new Map(expected.map((file) => [file['contractor_name'], file['status']])),
    );
  });

  it('[CT15] loading the sample writes no e-mail to its contractors', async () => {
    expect(await world.app.commitContext.store.db.selectFrom('mail').selectAll().execute()).toEqual([]);
  });
});
