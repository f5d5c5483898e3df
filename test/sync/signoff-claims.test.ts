/** Claims of a sign-off beside its signature (flags, tablet, statement, duplicate), and how the server judges them. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../shared/base/json.ts';
import wording from '../../shared/reference/signoff-statement.json' with { type: 'json' };
import { signoff as kind } from '../../shared/resources/signoff/signoff.ts';
import { act, bareDevice, create, documentWithHazard, type BareDevice } from '../kit/bare-device.ts';
import { firstVersion, sealed, sign, signoff, stored } from '../kit/bare-signoff.ts';
import { engines } from '../kit/engines.ts';
import { openWorld, type World } from '../kit/world.ts';

const { id: wordingId, version: wordingVersion, text, text_hash: hashes } = wording;
const named = { id: wordingId, version: wordingVersion };
const languages = Object.keys(text) as (keyof typeof text)[]; // the keys of this object

/** A document that is approved as version 1. */
async function signable(world: World): Promise<{ device: BareDevice; documentId: string }> {
  const device = bareDevice(world);
  return { device, documentId: (await documentWithHazard(world, device, true)).documentId };
}

async function approveNext(device: BareDevice, documentId: string): Promise<void> {
  await device.push(['revise', 'submit_review', 'approve'].map((action) => act('document', documentId, action)));
}

function captured(more: JsonObject): JsonObject {
  return { capture: { ...(signoff('')['capture'] as JsonObject), ...more } }; // an object, as made there
}

describe.each(engines)('claims of sign-offs on %s', (engine) => {
  test('[SO14] a sign-off arrives with at most 30 flags, and the server’s own fit beside them', async () => {
    await using world = await openWorld({ engine });
    const { device, documentId } = await signable(world);
    await approveNext(device, documentId);
    world.clock.set('2027-02-01T09:00:00.000Z');
    const flags = Array.from({ length: 30 }, (_, i) => `own_${i}`);
    const set = signoff(documentId, {
      ...captured({ captured_at_device: '2026-11-22T09:00:00.000Z' }),
      document_version: 1,
      duplicate_of: world.app.commitContext.newId(),
      flags,
    });
    const { id, result } = await sign(world, device, set);
    expect(result.status).toBe('applied');
    const body = await stored(device, id);
    const added = ['stale_version', 'rebrief_required', 'captured_long_ago', 'duplicate_unknown', 'worker_unknown'];
    expect(body['flags']).toEqual([...flags, ...added]);
    expect(kind.schema.safeParse(body).error).toBeUndefined();
    const more = await sign(world, device, { ...set, flags: [...flags, 'own_30'] });
    expect(more.result.problem).toMatchObject({ code: 'validation_failed', errors: [{ pointer: '#/flags' }] });
  });

  test('[SO22] only an administrator can send a void sign-off; from others it is flagged', async () => {
    await using world = await openWorld({ engine });
    const { device, documentId } = await signable(world);
    const claim = { voided_at: '2026-01-01T00:00:00.000Z', reason: 'voided elsewhere' };
    for (const role of ['device', 'author', 'supervisor'] as const) {
      const other = bareDevice(world, await world.token(role));
      const { id } = await sign(world, other, signoff(documentId, { worker: { name: role }, void: claim }));
      expect(await stored(device, id)).toMatchObject({ status: 'recorded', void: null, flags: ['void_claimed'] });
    }
    const { id } = await sign(world, device, signoff(documentId, { worker: { name: 'Old record' }, void: claim }));
    expect(await stored(device, id)).toMatchObject({ status: 'voided', void: claim, flags: [] });
  });

  test('[SO15] a null tablet name and an absent one mean the same tablet', async () => {
    await using world = await openWorld({ engine });
    const { device, documentId } = await signable(world);
    const isTwin = async (device_id: JsonObject) => {
      const set = signoff(documentId, {
        capture: {
          method: 'api',
          clock_confidence: 'unverified',
          identity_assurance: 'none',
          captured_at_corrected: '2026-11-21T08:50:00.000Z',
          ...device_id,
        },
        briefing: { session_id: 'BS-1' },
      });
      const { flags } = await stored(bareDevice(world), (await sign(world, device, set)).id);
      return (flags as readonly string[]).includes('signed_twice');
    };
    expect(await isTwin({})).toBe(false);
    expect(await isTwin({ device_id: null })).toBe(false);
    expect(await isTwin({})).toBe(false);
    expect(await isTwin({ device_id: 'tablet-1' })).toBe(true);
  });

  test('[SO16] a statement that does not match its hash is refused and kept, sealed or not', async () => {
    await using world = await openWorld({ engine });
    const { device, documentId } = await signable(world);
    const wrong = [
      { ...named, language: 'en', text: 'I was NOT briefed.', text_hash: `sha256:${'0'.repeat(64)}` },
      { ...named, language: 'en', text: 'I was NOT briefed.', text_hash: hashes.en },
      { ...named, language: 'pl', text: text.en, text_hash: hashes.pl },
    ];
    const version = await firstVersion(world, documentId);
    const forms = (statement: JsonObject) => {
      const bare = signoff(documentId, { ...version, statement });
      return [bare, sealed(bare).set];
    };
    for (const set of wrong.flatMap(forms))
      expect((await sign(world, device, set)).result.problem).toMatchObject({
        code: 'integrity_mismatch',
        errors: [{ pointer: '#/statement/text_hash' }],
      });
    const kept = await world.api<{ data: { command: { set: JsonObject } }[] }>('GET', '/api/v1/sync/refused');
    expect(kept.body.data.map(({ command }) => command.set['statement'])).toEqual(
      wrong.toReversed().flatMap((statement) => [statement, statement]),
    );
  });

  test('[SO16] a statement is accepted in every language, and without a text or a hash', async () => {
    await using world = await openWorld({ engine });
    const { device, documentId } = await signable(world);
    const right = [
      ...languages.map((language) => ({ ...named, language, text: text[language], text_hash: hashes[language] })),
      { ...named, language: 'en', text: 'In words of our own.' },
      { ...named, language: 'en', text: 'In words of our own.', text_hash: null },
      { ...named, language: 'en', text: '', text_hash: hashes.en },
      null,
    ];
    const version = await firstVersion(world, documentId);
    for (const statement of right) {
      const bare = signoff(documentId, { ...version, statement });
      expect((await sign(world, device, bare)).result.status).toBe('applied');
      const { set } = sealed(bare);
      const { id, result } = await sign(world, device, set);
      expect(result.status).toBe('applied');
      expect(await stored(device, id)).toMatchObject({ statement, integrity: set['integrity'] });
    }
  });

  test('[SO17] a claimed duplicate of another worker or version counts and is flagged', async () => {
    await using world = await openWorld({ engine });
    const { device, documentId } = await signable(world);
    const { id: first } = await sign(world, device, signoff(documentId));
    const { id: byName } = await sign(world, device, signoff(documentId, { worker: { name: 'Ewa Nowak' } }));
    const shown = async (more: JsonObject) => {
      const { id } = await sign(world, device, signoff(documentId, more));
      const { status, flags, duplicate_of } = await stored(bareDevice(world), id);
      const others = (flags as readonly string[]).filter((flag) => flag !== 'worker_unknown');
      return { status, flags: others, duplicate_of };
    };
    const odd = { status: 'recorded', flags: ['duplicate_mismatch'] };
    const repeated = { status: 'duplicate', flags: [] };
    const another = { worker: { id: 'worker-2', name: 'Jordan Blake' }, duplicate_of: first };
    expect(await shown(another)).toEqual({ ...odd, duplicate_of: first });
    expect(await shown({ worker: { name: 'Luke Farrell' }, duplicate_of: byName })).toMatchObject(odd);
    expect(await shown({ worker: { name: 'Jordan Blake' }, duplicate_of: first })).toMatchObject(repeated);
    expect(await shown({ worker: { name: 'Ewa Nowak' }, duplicate_of: byName })).toMatchObject(repeated);
    const declined = { code: 'not_understood', reason: 'The briefing was too quick.' };
    const { id: refusal } = await sign(world, device, signoff(documentId, { worker: { name: 'Yolanda' }, declined }));
    expect(await shown({ worker: { name: 'Yolanda' }, duplicate_of: refusal })).toMatchObject(odd);
    expect(await shown({ duplicate_of: first })).toEqual({ ...repeated, duplicate_of: first });
    await approveNext(device, documentId);
    expect(await shown({ duplicate_of: first, document_version: 2 })).toMatchObject(odd);
    const { documentId: elsewhere } = await documentWithHazard(world, device, true);
    const id = world.app.commitContext.newId();
    await device.push([create('signoff', id, signoff(elsewhere, { duplicate_of: first }))]);
    expect(await stored(bareDevice(world), id)).toMatchObject({
      status: 'recorded',
      flags: ['duplicate_unknown', 'worker_unknown'],
    });
  });

  test('[SO33] a sign-off repeats none of a namesake of another employer', async () => {
    await using world = await openWorld({ engine });
    const { device, documentId } = await signable(world);
    const of = (employer_name: string | null) => ({ worker: { name: 'John Doe', employer_name } });
    const { id: first } = await sign(world, device, signoff(documentId, of('Acme')));
    for (const [employer, status] of [
      ['Bolt', 'recorded'],
      [' acme', 'duplicate'],
      [null, 'duplicate'],
    ] as const) {
      const { id } = await sign(world, device, signoff(documentId, { ...of(employer), duplicate_of: first }));
      expect(await stored(bareDevice(world), id)).toMatchObject({ status });
    }
  });

  test('[SO17] once a sign-off is void, its first duplicate counts', async () => {
    await using world = await openWorld({ engine });
    const { device, documentId } = await signable(world);
    const worker = { name: 'Xaver Bauer' };
    const { id: first } = await sign(world, device, signoff(documentId, { worker }));
    const { id: second } = await sign(world, device, signoff(documentId, { worker, duplicate_of: first }));
    const { id: third } = await sign(world, device, signoff(documentId, { worker, duplicate_of: first }));
    const statuses = async () =>
      await Promise.all([first, second, third].map(async (id) => (await stored(bareDevice(world), id))['status']));
    const reason = 'Signed on the wrong line.';
    expect(await statuses()).toEqual(['recorded', 'duplicate', 'duplicate']);
    await device.push([act('signoff', third, 'void', { reason })]);
    expect(await statuses()).toEqual(['recorded', 'duplicate', 'voided']);
    await device.push([act('signoff', first, 'void', { reason })]);
    expect(await statuses()).toEqual(['voided', 'recorded', 'voided']);
    const [a, b] = [1, 2].map((n) => ({ worker: { id: `worker-${n}`, name: 'John Smith' } }));
    const { id: ofA } = await sign(world, device, signoff(documentId, { ...a }));
    const { id: ofB } = await sign(world, device, signoff(documentId, { ...b }));
    const byName = { worker: { name: 'John Smith' }, duplicate_of: ofB };
    const { id: againB } = await sign(world, device, signoff(documentId, byName));
    const { id: againA } = await sign(world, device, signoff(documentId, { ...a, duplicate_of: ofA }));
    await device.push([act('signoff', ofA, 'void', { reason })]);
    const namesakes = await Promise.all([ofA, againA, ofB, againB].map((id) => stored(bareDevice(world), id)));
    expect(namesakes.map(({ status }) => status)).toEqual(['voided', 'recorded', 'recorded', 'duplicate']);
    const late = await sign(world, device, signoff(documentId, { worker, duplicate_of: first }));
    expect(await stored(bareDevice(world), late.id)).toMatchObject({
      status: 'recorded',
      flags: ['duplicate_mismatch'],
    });
  });
});
