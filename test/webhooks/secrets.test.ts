/** Secrets at rest: what the database holds opens only with the server's key, and only where it belongs. */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openSecrets, UnsealError, webhookContext, type Secrets } from '../../server/auth/secrets.ts';

test('[WH4] a sealed secret opens in its own context, after a restart too, and shows nothing', () => {
  const key = randomBytes(32);
  const sealed = openSecrets(key).seal('whsec_geheim', webhookContext('org', 'hook'));
  expect(sealed).not.toContain('geheim');
  expect(Buffer.from(sealed.split('.')[2] ?? '', 'base64url').toString('latin1')).not.toContain('geheim');
  const again = openSecrets(key);
  expect(again.unseal(sealed, webhookContext('org', 'hook'))).toBe('whsec_geheim');
  expect(again.seal('whsec_geheim', webhookContext('org', 'hook'))).not.toBe(sealed);
});

test('[WH4] a sealed secret opens only unaltered, in its own place, with its own key', () => {
  const secrets = openSecrets(randomBytes(32));
  const sealed = secrets.seal('whsec_geheim', webhookContext('org', 'hook'));
  const reasonFor = (opener: Secrets, text: string, context: string): string | undefined => {
    try {
      opener.unseal(text, context);
      return undefined;
    } catch (error) {
      return error instanceof UnsealError ? error.reason : String(error);
    }
  };
  const home = webhookContext('org', 'hook');
  expect(reasonFor(secrets, sealed, home)).toBeUndefined();
  expect(reasonFor(secrets, sealed, webhookContext('org', 'other'))).toBe('damaged');
  expect(reasonFor(secrets, sealed, webhookContext('other', 'hook'))).toBe('damaged');
  for (const damaged of [
    '',
    'sealed',
    sealed.replace(/^1/, '2'),
    sealed.slice(0, -3),
    `${sealed.slice(0, 12)}AAAA${sealed.slice(16)}`,
    sealed.slice(0, 30),
  ]) {
    expect(reasonFor(secrets, damaged, home)).toBe('damaged');
  }
  expect(reasonFor(openSecrets(randomBytes(32)), sealed, home)).toBe('unknown_key');
});
