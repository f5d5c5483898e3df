/** A name that is typed on one's own phone, over the API: what is taken, what is refused, and what is recorded. */
import { beforeEach, expect, test } from 'vitest';
import { signatureParts } from '../../server/export/model/register/signature.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { restClient } from '../../client-sdk/rest.ts';
import type { Problem } from '../../shared/model/problem.ts';
import { bareDevice, documentWithHazard } from '../kit/bare-device.ts';
import { openWorld, type World } from '../kit/world.ts';
import { ewa, phoneAt, signedOn, strokes, type PhoneServer } from './support/phone.ts';

let world: World;
let documentId: string;
let tablet: ReturnType<typeof restClient>;
let phone: PhoneServer;
beforeEach(async () => {
  world = await openWorld();
  ({ documentId } = await documentWithHazard(world, bareDevice(world), true));
  tablet = restClient({ server: world.url, token: await world.token('device', undefined, 'Gate tablet') });
  phone = phoneAt(world);
  return () => world[Symbol.asyncDispose]();
});

async function codeFor(worker: object = ewa): Promise<string> {
  const body = { version: 1, worker: { ...ewa, ...worker } };
  return (await tablet.createSignCode({ document: documentId, body })).url.split('#')[1] ?? '';
}

/** Anything may be sent. */
const signed = (code: string, signature: unknown, more: object = {}) =>
  signedOn({ world, tablet, documentId }, code, { ...more, signature: signature as { readonly text: string } });

const signoffs = async () => (await tablet.listSignoffs({ document: documentId })).data;

const problem = async (work: Promise<unknown>): Promise<Problem | null> =>
  await work.then(
    () => null,
    (error: Problem) => error,
  );

test('[SO40] a name typed on an own phone is recorded as typed, and its resend finds it', async () => {
  const body = await signed(await codeFor(), { text: ' Ewa Nowak ' });
  const ticket = await phone.signOwnPhone({ body });
  expect(ticket).toMatchObject({ name: 'Ewa Nowak', version: 1 });
  world.clock.advance(1000);
  const sent_at = new Date(world.clock.now()).toISOString();
  expect(await phone.signOwnPhone({ body: { ...body, sent_at } })).toEqual(ticket);
  const found = await signoffs();
  expect(found).toMatchObject([{ worker: ewa, status: 'recorded', flags: [], capture: { method: 'own_device_qr' } }]);
  expect(found.map(({ signature }) => signature)).toEqual([{ kind: 'typed_name', text: 'Ewa Nowak' }]);
  const printed = found.flatMap((each) => signatureParts(each as JsonObject, 'pdf'));
  expect(JSON.stringify(printed)).toMatch(/Ewa Nowak.*typed by the signer/);
});

test('[SO40] somebody else with a used code gets no ticket by typing the name', async () => {
  const code = await codeFor();
  await phone.signOwnPhone({ body: await signed(code, { text: 'Ewa Nowak' }) });
  world.clock.advance(1000);
  const others = [{ text: 'Ewa Nowak' }, { width: 300, height: 150, strokes: strokes() }];
  for (const signature of others) {
    const answer = await problem(phone.signOwnPhone({ body: await signed(code, signature) }));
    expect(answer?.code).toBe('conflict');
  }
  const inked = await codeFor();
  await phone.signOwnPhone({ body: await signed(inked, others[1]) });
  const typed = await problem(phone.signOwnPhone({ body: await signed(inked, others[0]) }));
  expect(typed?.code).toBe('conflict');
});

const ink = { width: 300, height: 150, strokes: strokes() };

test.each<readonly [string, unknown, string]>([
  ['neither ink nor a name', {}, ''],
  ['nothing', undefined, ''],
  ['both', { ...ink, text: 'Ewa Nowak' }, ''],
  ['part of ink, and a name', { strokes: ink.strokes, text: 'Ewa Nowak' }, ''],
  ['a list', ['Ewa Nowak'], ''],
  ['an empty name', { text: '' }, '/text'],
  ['spaces', { text: ' \u3000\t' }, '/text'],
  ['what no font draws', { text: '\u200b\u2060\u3164' }, '/text'],
  ['a name of more than 200 characters', { text: `Ewa Nowak${' Nowak'.repeat(40)}` }, '/text'],
  ['a line feed', { text: 'Ewa\nNowak' }, '/text'],
  ['a null character', { text: 'Ewa Nowak\u0000' }, '/text'],
  ['a turn of direction', { text: 'Ewa Nowak \u202ekawoN' }, '/text'],
  ['an isolate', { text: '\u2067Ewa Nowak\u2069' }, '/text'],
  ['a break of the line', { text: 'Ewa\u2028Nowak' }, '/text'],
  ['half a character', { text: 'Ewa Nowak \ud83d' }, '/text'],
  ['the name of somebody else', { text: 'Marek Zieliński' }, '/text'],
  ['part of a word', { text: 'Now' }, '/text'],
])('[SO40] %s instead of a signature is refused, and the code stays good', async (_, signature, at) => {
  const code = await codeFor();
  const answer = await problem(phone.signOwnPhone({ body: await signed(code, signature) }));
  expect(answer?.code).toBe('validation_failed');
  expect(answer?.errors.map(({ pointer }) => pointer)).toEqual([`#/signature${at}`]);
  for (const { detail } of answer?.errors ?? []) expect(detail).toMatch(/^(must|is required|has unknown members)/);
  expect(await signoffs()).toEqual([]);
  await phone.signOwnPhone({ body: await signed(code, { text: 'Ewa Nowak' }) });
});

test.each([
  ['Ewa Nowak', 'ewa  nowak'],
  ['Ewa Nowak', 'E. Nowak'],
  ['Ewa\u0000\nNowak', 'Ewa Nowak'],
  ['Ewa\u0007Nowak', 'Ewa'],
  ['Иван Петров', 'ПЕТРОВ'],
  ["Siobhán O'Neill", 'Siobhán O’Neill'],
  ['José', 'Jose\u0301'],
])('[SO40] %j signs as %j, as it does on a tablet', async (name, text) => {
  const ticket = await phone.signOwnPhone({ body: await signed(await codeFor({ name }), { text }) });
  expect(ticket).toMatchObject({ name });
  expect(await signoffs()).toMatchObject([{ flags: [], signature: { kind: 'typed_name', text } }]);
});
