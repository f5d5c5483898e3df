/** The settings of the sample organisation (contract, Review and strictness): its own, strict, and applied last. */
import { expect, it } from 'vitest';
import { openWorld } from '../kit/world.ts';
import { sampleFile } from './sample-files.ts';
import { load } from './terminal.ts';

/** The shape of the repository's own file. */
const file = sampleFile('organisation.json') as {
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
};

it('[RV21] after a load the organisation has the sample’s settings, kept by a second load', async () => {
  await using world = await openWorld();
  expect(await load(world)).toMatchObject({ code: 0 });
  const read = () => world.api<{ name: string; revision: number; settings: object }>('GET', '/api/v1/organisation');
  const { body } = await read();
  expect(body).toMatchObject({
    name: file.name,
    settings: {
      ...file.settings,
      content_rules_at_submit: true,
      compliance_blocks_approval: true,
      required_references: true,
      strict_project_states: true,
      strict_bodies: false,
      require_if_match: false,
    },
  });
  const bare = { title: 'Roof works', document_type: 'rams' };
  expect(await world.api('POST', '/api/v1/documents', bare)).toMatchObject({ status: 422 });
  expect(await load(world)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('Harrowlyle Construction Ltd … already there'),
  });
  expect((await read()).body).toEqual(body);
});
