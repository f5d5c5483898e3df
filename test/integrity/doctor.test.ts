/** `doctor` on a sound installation and on one that has something of everything. */
import { chmodSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { noteChecked } from '../../server/store/integrity/results.ts';
import { run } from '../cli/terminal.ts';
import { temporaryFolder } from '../kit/places.ts';
import { openWorld, type World } from '../kit/world.ts';

interface Line {
  readonly verdict: string;
  readonly check: string;
  readonly says: string;
  readonly advice?: string;
}

async function asked(environment: Readonly<Record<string, string>>, now?: () => number) {
  const { code, stdout } = await run(['doctor', '--json'], environment, now);
  const { lines } = JSON.parse(stdout) as { readonly lines: readonly Line[] };
  const verdicts = (check: string) => lines.filter((line) => line.check === check).map(({ verdict }) => verdict);
  return { code, lines, verdicts };
}

function port({ url }: World): string {
  return new URL(url).port;
}

async function openMailServer(): Promise<AsyncDisposable & { readonly url: string; readonly mails: number }> {
  let mails = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => (mails++, stream.resume().on('end', done)),
  });
  const listening = await new Promise<number>((resolve) => {
    const open = server.listen(0, '127.0.0.1', () => resolve((open.address() as { port: number }).port)); // a TCP server
  });
  return {
    url: `smtp://127.0.0.1:${listening}`,
    get mails() {
      return mails;
    },
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

test('[VF10] doctor finds a sound installation sound, and sends and changes nothing', async () => {
  const [dataDir, keyDir, backupDir] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  await using smtp = await openMailServer();
  const settings = { DATA_DIR: dataDir, KEY_DIR: keyDir, BACKUP_DIR: backupDir };
  await using world = await openWorld({ environment: settings });
  const now = world.clock.now;
  await world.app.commitContext.store.transaction((trx) =>
    trx.updateTable('token').set({ expires_at: '2027-01-01T00:00:00.000Z' }).execute(),
  );
  mkdirSync(join(backupDir, 'sunday'));
  writeFileSync(join(backupDir, 'sunday', 'manifest.json'), `{"made_at":"${new Date(now()).toISOString()}"}`);
  chmodSync(dataDir, 0o700);
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'a@b.example' };
  const changed = statSync(join(dataDir, 'sitefile.db')).mtimeMs;
  const { code, lines, verdicts } = await asked({ ...settings, ...mail, PORT: port(world) }, now);
  expect(lines.filter(({ verdict }) => verdict === 'problem')).toEqual([]);
  expect(code).toBe(0);
  for (const check of [
    'disk',
    'rights',
    'database',
    'keys',
    'schema',
    'clock',
    'tokens',
    'webhooks',
    'mirrors',
    'backup',
    'mail',
    'server',
  ])
    expect([check, new Set(verdicts(check))]).toEqual([check, new Set(['ok'])]);
  // It was never checked, and only this machine reaches it.
  expect([verdicts('verify'), verdicts('TLS')]).toEqual([['warning'], ['warning']]);
  expect([smtp.mails, statSync(join(dataDir, 'sitefile.db')).mtimeMs]).toEqual([0, changed]);
});

test('[VF10] doctor names what is wrong and what to do, and its exit code says so', async () => {
  const [dataDir, backupDir] = [temporaryFolder(), temporaryFolder()];
  const settings = { DATA_DIR: dataDir };
  await using world = await openWorld({ environment: settings });
  await world.receiver();
  await world.api('POST', '/api/v1/mirrors', { url: 'https://couch.example.com/sitefile', enabled: false });
  const { store } = world.app.commitContext;
  await store.transaction(async (trx) => {
    await trx.updateTable('webhook').set({ state: 'disabled', disabled_reason: 'consecutive_failures' }).execute();
    const dead = { enabled: 1, failure: 'no connection could be made', due_at: '2099-01-01T00:00:00.000Z' };
    await trx.updateTable('mirror').set(dead).execute();
    await noteChecked(trx, { finished_at: '2026-11-21T09:00:00.000Z', faults: 3, warnings: 0 });
    await trx.updateTable('feed').set({ head: 'AAAA' }).execute();
  });
  chmodSync(dataDir, 0o755);
  rmSync(join(dataDir, 'keys'), { recursive: true });
  const environment = {
    ...settings,
    HOST: '0.0.0.0',
    PORT: '1',
    BACKUP_DIR: backupDir,
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'a@b.example',
  };
  const { code, lines, verdicts } = await asked(environment, () => world.clock.now() - 2 * 3_600_000);
  expect(code).toBe(1);
  for (const check of ['database', 'keys', 'clock', 'verify', 'backup', 'TLS', 'server', 'mail'])
    expect([check, verdicts(check)]).toEqual([check, ['problem']]);
  for (const check of ['rights', 'tokens', 'webhooks', 'mirrors'])
    expect([check, verdicts(check)]).toEqual([check, ['warning']]);
  expect(lines.filter(({ verdict, advice }) => verdict !== 'ok' && advice === undefined)).toEqual([]);
});

test('[VF10] doctor makes no database where there is none', async () => {
  const dataDir = temporaryFolder();
  const { code, verdicts } = await asked({ DATA_DIR: dataDir, PORT: '1' });
  expect([code, verdicts('database')]).toEqual([1, ['problem']]);
  expect(existsSync(join(dataDir, 'sitefile.db'))).toBe(false);
});
