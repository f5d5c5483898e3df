/**
 * Hostile traffic at one server, whose data may fill its disk, while an office and a tablet work: what the honest ones were told is
 * stored must be there at the end and after a restart, and reading must stay quick.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { temporaryFolder } from '../kit/places.ts';
import { startServer, type ServerProcess } from '../kit/server-process.ts';
import type { Target } from './attacks.ts';

export interface SoakReport {
  readonly attacks: Readonly<Record<string, number>>;
  readonly acknowledged: number;
  /** Honest writes under attack that were told to come again (503, 507): the sender still has them. */
  readonly refused: number;
  /** Of the honest writes under attack, from 0 to 1. */
  readonly refusedShare: number;
  readonly lost: number;
  readonly doubled: number;
  /** ms */
  readonly quietP95: number;
  readonly p95: number;
  /** Of the server's process, in MB. */
  readonly peakMemory: number;
}

const adminToken = 'admin-token-of-the-soak-test-0001';
const headers = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' };
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** @param dataDir on a small disk, if that is to fill */
export async function soak(seconds: number, dataDir = temporaryFolder()): Promise<SoakReport> {
  const environment = { DATA_DIR: dataDir, SITEFILE_ADMIN_TOKEN: adminToken, LOG_LEVEL: 'silent' };
  let server = await startServer(environment);
  try {
    const target = { url: server.url, device: await token(server, 'device'), viewer: await token(server, 'viewer') };
    const quiet = await work(server, 'quiet', 40);
    const hostile = attack(target);
    const busy = await work(server, 'busy', seconds * 10);
    const counts = await hostile.stop();
    const peakMemory = peakOf(server.pid);
    await server.stop();
    server = await startServer(environment);
    const titles = await titlesOf(server);
    const acknowledged = [...quiet.acknowledged, ...busy.acknowledged];
    return {
      attacks: counts,
      acknowledged: acknowledged.length,
      refused: busy.refused,
      refusedShare: busy.refused / (busy.refused + busy.acknowledged.length),
      lost: acknowledged.filter((title) => !titles.includes(title)).length,
      doubled: titles.length - new Set(titles).size,
      quietP95: quiet.p95,
      p95: busy.p95,
      peakMemory,
    };
  } finally {
    await server.kill();
  }
}

async function token(server: ServerProcess, role: string): Promise<string> {
  const response = await fetch(`${server.url}/api/v1/tokens`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: role, role, scopes: null }),
  });
  if (response.status !== 201) throw new Error(`the token was refused: ${await response.text()}`);
  return ((await response.json()) as { readonly token: string }).token; // a new token's reply
}

interface Work {
  /** Titles of the projects that the server said are stored. */
  readonly acknowledged: readonly string[];
  readonly refused: number;
  /** Of reading a list, in ms. */
  readonly p95: number;
}

/** Ten times a second a list is read, and once a second a project is made. */
async function work(server: ServerProcess, when: string, rounds: number): Promise<Work> {
  const acknowledged: string[] = [];
  const times: number[] = [];
  let refused = 0;
  for (let round = 0; round < rounds; round++) {
    const begin = performance.now();
    const read = await fetch(`${server.url}/api/v1/projects?per_page=10`, { headers });
    await read.arrayBuffer();
    if (read.status !== 200) throw new Error(`reading was refused with ${read.status}`);
    times.push(performance.now() - begin);
    if (round % 10 === 0) {
      const name = `${when} ${round}`;
      const made = await fetch(`${server.url}/api/v1/projects`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ name }),
      });
      await made.arrayBuffer();
      if (made.status === 201) acknowledged.push(name);
      else if (made.status === 503 || made.status === 507) refused++;
      else throw new Error(`a project was refused with ${made.status}`);
    }
    await pause(Math.max(0, 100 - (performance.now() - begin)));
  }
  const sorted = times.toSorted((a, b) => a - b);
  return { acknowledged, refused, p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0 };
}

/** Resolves to how often each attack was tried. */
function attack(target: Target): { stop(): Promise<Readonly<Record<string, number>>> } {
  const program = fork(new URL('attack-program.ts', import.meta.url), [JSON.stringify(target)]);
  return {
    async stop() {
      program.send('stop');
      const [counts] = (await once(program, 'message')) as [Record<string, number>]; // attack-program.ts says nothing else
      return counts;
    },
  };
}

/** MB, as Linux keeps it. */
function peakOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

async function titlesOf(server: ServerProcess): Promise<string[]> {
  const names: string[] = [];
  for (let cursor = ''; ;) {
    const response = await fetch(`${server.url}/api/v1/projects?per_page=100${cursor}`, { headers });
    const { data, meta } = (await response.json()) as {
      readonly data: readonly { readonly name: string }[];
      readonly meta: { readonly next_cursor: string | null };
    }; // the list's own reply
    names.push(...data.map(({ name }) => name));
    if (meta.next_cursor === null) return names;
    cursor = `&cursor=${encodeURIComponent(meta.next_cursor)}`;
  }
}
