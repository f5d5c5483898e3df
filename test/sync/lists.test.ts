/** Validation of entries that devices write independently: enumerated words, flags and section types (contract, REST, R92 to R94). */
import { describe, expect, test } from 'vitest';
import type { Command } from '../../shared/model/command.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { bareDevice, create, documentWithHazard, patch } from '../kit/bare-device.ts';
import { stored } from '../kit/bare-signoff.ts';
import { engines } from '../kit/engines.ts';
import { openTablet } from '../kit/tablet.ts';
import { openWorld, type World } from '../kit/world.ts';

/** Rewrites a stored record as an earlier server accepted it. */
async function storeAs(world: World, id: string, fields: JsonObject): Promise<void> {
  const { store } = world.app.commitContext;
  await store.transaction(async (trx) => {
    const { body } = await trx.selectFrom('record').select('body').where('id', '=', id).executeTakeFirstOrThrow();
    const old = JSON.stringify({ ...(JSON.parse(body) as JsonObject), ...fields }); // a stored body is a JSON object
    await trx.updateTable('record').set({ body: old }).where('id', '=', id).execute();
  });
}

describe.each(engines)('entries of devices on %s', (engine) => {
  test('[R92] an unknown scheme or form is refused and kept; an existing one may stay', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const { documentId } = await documentWithHazard(world, device);
    const [person, substance] = [world.app.commitContext.newId(), world.app.commitContext.newId()];
    const cards = (...schemes: string[]) => schemes.map((scheme, i) => ({ scheme, card_number: `SAMPLE-${i}` }));
    const made = await device.push([
      create('personnel', person, { document_id: documentId, name: 'Ewa Nowak', competence_cards: cards('CSCS') }),
      create('coshh', substance, { document_id: documentId, substance_name: 'Resin' }),
      patch('personnel', person, { competence_cards: cards('FOO') }),
      patch('coshh', substance, { physical_form: 'plasma' }),
    ]);
    expect(made.map(({ status }) => status)).toEqual(['applied', 'applied', 'refused', 'refused']);
    expect(made.slice(2).map(({ problem }) => problem)).toMatchObject([
      { code: 'validation_failed', errors: [{ pointer: '#/competence_cards/0/scheme' }] },
      { code: 'validation_failed', errors: [{ pointer: '#/physical_form' }] },
    ]);
    const kept = await world.api<{ meta: { total: number } }>('GET', '/api/v1/sync/refused');
    expect(kept.body.meta.total).toBe(2);

    await storeAs(world, person, { competence_cards: cards('FOO') });
    await storeAs(world, substance, { physical_form: 'plasma' });
    const edited = await device.push([
      patch('personnel', person, { competence_cards: cards('FOO', 'IPAF'), trade: 'Steel' }),
      patch('coshh', substance, { physical_form: 'plasma', task: 'Bonding' }),
    ]);
    expect(edited.map(({ status }) => status)).toEqual(['applied', 'applied']);
  });

  test('[R94] of two sections of one type, the second is refused and kept with the reason', async () => {
    await using world = await openWorld({ engine });
    const [tom, eva] = [bareDevice(world), bareDevice(world)];
    const { documentId } = await documentWithHazard(world, tom);
    const scope = (title: string): Command =>
      create('section', world.app.commitContext.newId(), {
        document_id: documentId,
        title,
        section_type: 'scope_of_works',
      });
    const [first, second] = [scope('Tom’s scope'), scope('Eva’s scope')];
    expect(await tom.push([first])).toMatchObject([{ status: 'applied' }]);
    expect(await eva.push([second])).toMatchObject([
      { status: 'refused', problem: { code: 'conflict', errors: [{ pointer: '#/section_type' }] } },
    ]);
    const refused = await world.api<{ data: readonly { command: Command }[] }>('GET', '/api/v1/sync/refused');
    expect(refused.body.data.map(({ command }) => command)).toMatchObject([
      { id: second.id, set: { title: 'Eva’s scope' } },
    ]);
    // Both in one push; with a custom type it is accepted.
    const [third, fourth] = [scope('Scope'), scope('Scope')];
    expect((await eva.push([third, fourth])).map(({ status }) => status)).toEqual(['refused', 'refused']);
    const custom = create('section', second.id, { document_id: documentId, title: 'Eva’s scope' });
    expect(await eva.push([custom])).toMatchObject([{ status: 'applied' }]);
  });

  test('[R94] an old document with two sections of one type stays editable', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const { documentId } = await documentWithHazard(world, device);
    const [one, two] = [world.app.commitContext.newId(), world.app.commitContext.newId()];
    const set = { document_id: documentId, title: 'Scope' };
    await device.push([
      create('section', one, { ...set, section_type: 'scope_of_works' }),
      create('section', two, { ...set, section_type: 'custom' }),
    ]);
    await storeAs(world, two, { section_type: 'scope_of_works' });
    const [edited] = await device.push([patch('section', two, { body: 'Two lifts', section_type: 'scope_of_works' })]);
    expect(edited?.status).toBe('applied');
  });

  test('[R94] a change that names another document is checked only in its own', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const { documentId } = await documentWithHazard(world, device);
    const { documentId: otherId } = await documentWithHazard(world, device);
    const id = world.app.commitContext.newId();
    await device.push([create('section', id, { document_id: documentId, title: 'Scope' })]);
    const results = await device.push([
      patch('document', documentId, { title: 'Glulam lift 2' }),
      patch('section', id, { document_id: otherId, section_type: 'ppe' }),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['applied', 'applied']);
    expect(await stored(bareDevice(world), id)).toMatchObject({ document_id: documentId, section_type: 'ppe' });
  });
});

test('[R94] a tablet refuses a second section of a known type at once', async () => {
  await using world = await openWorld();
  await using tablet = await openTablet(world);
  await tablet.sync();
  const document_id = await tablet.documents.create({ title: 'Roof works', document_type: 'rams' });
  const scope = { document_id, title: 'Scope', section_type: 'scope_of_works' } as const;
  const id = await tablet.sections.create(scope);
  await expect(tablet.sections.create(scope)).rejects.toMatchObject({
    code: 'conflict',
    errors: [{ pointer: '#/section_type' }],
  });
  await tablet.sections.remove(id);
  await tablet.sections.create(scope);
  expect(await tablet.sync()).toMatchObject({ pushed: 4, refused: 0 });
});

test('[R93] a tablet derives an assessment’s flags from its statements as the server does', async () => {
  await using world = await openWorld();
  await using tablet = await openTablet(world);
  await tablet.sync();
  const document_id = await tablet.documents.create({ title: 'Resin floor', document_type: 'coshh' });
  const hazard_statements = [{ code: 'H317' }];
  const id = await tablet.coshh.create({ document_id, substance_name: 'Resin', hazard_statements });
  const flags = { is_skin_sensitiser: true, is_flammable_dsear: false };
  expect(await tablet.coshh.get(id)).toMatchObject({ ...flags, unsent: true });
  await tablet.sync();
  expect(await tablet.coshh.get(id)).toMatchObject({ ...flags, unsent: false });
});
