/** Signatures of webhooks, checked against Node, Standard Webhooks' own library and the sample vectors. */
import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { signatureHeader, standardSignature, verifySignature } from '../../server/followers/webhooks/signature.ts';

const samples = z
  .object({ events: z.array(z.object({ body: z.string(), secret: z.string(), header_value: z.string() })).min(1) })
  .parse(JSON.parse(readFileSync(new URL('../sample/webhook-events.json', import.meta.url), 'utf8')));

const secrets = [
  'whsec_sample_0123456789abcdef',
  `whsec_${randomBytes(32).toString('base64')}`,
  'plain-secret',
  'x'.repeat(256),
  'Schlüssel für Baustelle 7',
];
const bodies = ['', '{}', '{"name":"Sinéad – 🏗"}', 'x'.repeat(20_000)];

test('[WH1] the signature header is sha256= and the hex HMAC of the raw body', () => {
  for (const { body, secret, header_value } of samples.events) expect(signatureHeader(secret, body)).toBe(header_value);
  for (const secret of secrets) {
    for (const body of bodies) {
      const expected = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
      expect(signatureHeader(secret, body)).toBe(expected);
      expect(signatureHeader(secret, Buffer.from(body))).toBe(expected);
    }
  }
});

test('[WH2] a receiver accepts the very bytes that were signed, and nothing else', () => {
  const body = '{"event":"document.approved"}';
  const header = signatureHeader('secret', body);
  expect(verifySignature('secret', body, header)).toBe(true);
  expect(verifySignature('secret', Buffer.from(body), header)).toBe(true);
  const wrong = [
    undefined,
    '',
    'sha256=',
    header.slice(0, -1),
    `${header}0`,
    header.toUpperCase(),
    header.replace('sha256=', ''),
    `sha256=${'0'.repeat(64)}`,
  ];
  expect(wrong.filter((other) => verifySignature('secret', body, other))).toEqual([]);
  expect(verifySignature('secret', `${body} `, header)).toBe(false);
  expect(verifySignature('Secret', body, header)).toBe(false);
});

test('[WH3] the Standard Webhooks signature equals that of its reference library', () => {
  const at = new Date('2026-11-21T09:00:00.700Z');
  const seconds = 1_795_251_600;
  for (const size of [24, 25, 26, 32, 63, 64]) {
    const secret = `whsec_${randomBytes(size).toString('base64')}`;
    for (const body of bodies)
      expect(standardSignature(secret, 'msg_1', seconds, body)).toBe(new Webhook(secret).sign('msg_1', at, body));
  }
});

test('[WH3] a secret that is not whsec_ and base64 of 24 to 64 bytes is used literally', () => {
  const at = new Date(1_000_000);
  const notStandard = [
    'plain-secret',
    'whsec_sample_0123456789abcdef',
    `whsec_${randomBytes(23).toString('base64')}`,
    `whsec_${randomBytes(65).toString('base64')}`,
    `whsec_${Buffer.alloc(32).toString('base64')}=`,
    `whsec_${Buffer.alloc(32).toString('base64').slice(0, -1)}`,
    `whsec_${Buffer.alloc(31).toString('base64').slice(0, -2)}B=`, // bits left over: decoders disagree
    'whsec_',
  ];
  const ours = notStandard.map((secret) => standardSignature(secret, 'msg_1', 1_000, '{}'));
  expect(ours).toEqual(notStandard.map((secret) => new Webhook(secret, { format: 'raw' }).sign('msg_1', at, '{}')));
});
