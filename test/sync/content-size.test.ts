/** The largest document that can be submitted: its content is hashed and compared in one turn of the server. */
import { expect, test } from 'vitest';
import type { StoredRecord } from '../../shared/model/record.ts';
import { mostContent, requireSize } from '../../shared/resources/document/review/content-size.ts';
import { act, bareDevice, create, patch } from '../kit/bare-device.ts';
import { openWorld } from '../kit/world.ts';

test('[HR74] entries of 3,000,000 characters of JSON are few enough, and one more is too many', () => {
  const body = (length: number) =>
    ({ body: { text: 'x'.repeat(length - '{"text":""}'.length) } }) as unknown as StoredRecord; // only its body is read
  const of = (kind: string, last: number) => (kind === 'hazard' ? [body(mostContent - 1000), body(last)] : []);
  requireSize((kind) => of(kind, 1000));
  expect(() => requireSize((kind) => of(kind, 1001))).toThrow(`has ${mostContent + 1}. Split it`);
});

test('[HR74] a document that is too large is refused by both doors until it is smaller', async () => {
  await using world = await openWorld();
  const [tablet, { newId }] = [bareDevice(world), world.app.commitContext];
  const [document, first] = [newId(), newId()];
  const section = (id: string) =>
    create('section', id, { document_id: document, title: 'Method', body: 'x'.repeat(39_000) });
  await tablet.push([
    create('document', document, { title: 'Everything', document_type: 'rams' }),
    section(first),
    ...Array.from({ length: 76 }, () => section(newId())),
  ]);
  const submit = act('document', document, 'submit_review');
  expect(await tablet.push([submit])).toMatchObject([
    { status: 'refused', problem: { code: 'conflict', limit: mostContent } },
  ]);
  expect(await world.api('POST', `/api/v1/documents/${document}/submit-review`, {})).toMatchObject({
    status: 409,
    body: { code: 'conflict', limit: mostContent },
  });
  expect((await world.api('POST', `/api/v1/documents/${document}/duplicate`, {})).status).toBe(409);
  const before = { body: 'x'.repeat(39_000) };
  expect(await tablet.push([patch('section', first, { body: 'short' }, before), submit])).toMatchObject([
    { status: 'applied' },
    { status: 'applied' },
  ]);
});
