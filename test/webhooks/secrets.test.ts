/** Secrets at rest: what the database holds opens only with the key file, and only where it belongs. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { openSecrets, UnsealError, webhookContext } from '../../server/auth/secrets.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sitefile-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('[WH4] a sealed secret opens in its own context, after a restart too, and shows nothing', async () => {
  const file = join(temporaryFolder(), 'keys', 'webhooks.key');
  const sealed = (await openSecrets(file)).seal('whsec_geheim', webhookContext('org', 'hook'));
  expect(sealed).not.toContain('geheim');
  expect(Buffer.from(sealed.split('.')[2] ?? '', 'base64url').toString('latin1')).not.toContain('geheim');
  const again = await openSecrets(file);
  expect(again.unseal(sealed, webhookContext('org', 'hook'))).toBe('whsec_geheim');
  expect(again.seal('whsec_geheim', webhookContext('org', 'hook'))).not.toBe(sealed);
});

test('[WH4] a sealed secret opens only unaltered, in its own place, with its own key', async () => {
  const folder = temporaryFolder();
  const secrets = await openSecrets(join(folder, 'one.key'));
  const sealed = secrets.seal('whsec_geheim', webhookContext('org', 'hook'));
  const reasonFor = (opener: typeof secrets, text: string, context: string): string | undefined => {
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
  expect(reasonFor(await openSecrets(join(folder, 'two.key')), sealed, home)).toBe('unknown_key');
});

test('[WH4] processes that start together share one key that only their user can read', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'webhooks.key');
  const module = new URL('../../server/auth/secrets.ts', import.meta.url).href;
  const program = `const { openSecrets } = await import(${JSON.stringify(module)});
    process.stdout.write((await openSecrets(${JSON.stringify(file)})).seal('s', 'c'));`;
  const started = [1, 2, 3].map(() =>
    promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]),
  );
  const secrets = await openSecrets(file);
  for (const { stdout } of await Promise.all(started)) expect(secrets.unseal(stdout, 'c')).toBe('s');
  expect(readFileSync(file)).toHaveLength(32);
  expect(readdirSync(folder)).toEqual(['webhooks.key']);
  const mode = process.platform === 'win32' ? 0o600 : statSync(file).mode & 0o777; // Windows knows no modes
  expect(mode).toBe(0o600);
});

test('[WH4] a key file that is no key stops the start', async () => {
  const file = join(temporaryFolder(), 'webhooks.key');
  writeFileSync(file, 'short');
  await expect(openSecrets(file)).rejects.toThrow(file);
});
