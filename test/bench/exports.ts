/**
 * What an export costs, beside headless Chromium printing the same words and tables in the same run. Linux: memory is read from /proc.
 *
 * Times are those of the built worker (server/dist), asked from another thread as the server asks it. Memory is compared like with like: a
 * process that only prints (its resident pages) with all processes of Chromium (theirs, each shared page once), which only prints as well,
 * both two seconds after their last print.
 * Then that of the server as `npm start` runs it: what eight exports of the document add to it, the whole of it, and what is left of them
 * once its worker was idle for a while and has ended.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { loadSample } from '../../server/cli/sample.ts';
import type { Terminal } from '../../server/cli/terminal.ts';
import { inputOf } from '../export/inputs.ts';
import { startServer } from '../kit/server-process.ts';
import { openOffice } from '../mirrors/office.ts';
import { measureChromium } from './exports/chromium.ts';
import { megabytesOf } from './exports/memory.ts';
import { startPrinting } from './exports/printing-process.ts';
import type { Order, Rendering } from './exports/program.ts';
import { repeated, restMs } from './exports/repeated.ts';
import type { Used } from './sync/meter.ts';
import { startProgram } from './sync/program.ts';
import { startServer as startBuilt } from './sync/server.ts';
import { middle, type Figure } from './table.ts';

const ms = 'ms';
const MB = 'MB';

export async function exports(): Promise<readonly Figure[]> {
  const ours = await measureOurs();
  const theirs = await measureChromium(inputOf('rams'));
  const alone = await measureAlone();
  const inServer = bestOf(await repeatedly(tries, () => withSample(measureWaits)));
  const server = await withSample(measureMemory);
  const beside = { floor: theirs.megabytes, unit: MB };
  const { large } = ours;
  return [
    { what: `PDF of ${ours.first.pages} pages, first`, ours: ours.first.ms, floor: theirs.first, unit: ms },
    { what: '  warm', ours: ours.warm.ms, floor: theirs.warm, unit: ms, target: { ratio: 0.5 } },
    { what: '  processor time, warm', ours: ours.warm.cpuMs, unit: ms },
    { what: '  longest wait of the main thread', ours: ours.blocked, unit: ms, target: { most: 25 } },
    {
      what: `  the same in a server, best of ${tries.length}, first`,
      ours: inServer.first,
      unit: ms,
      target: { most: 25 },
    },
    { what: '  warm', ours: inServer.warm, unit: ms, target: { most: 25 } },
    { what: `  a draft with ${draftHazards} hazards`, ours: inServer.large, unit: ms, target: { most: 25 } },
    { what: '  without an export', ours: inServer.idle, unit: ms },
    { what: 'memory of a process that prints it', ours: alone, ...beside, target: { ratio: 0.5 } },
    { what: '  that eight exports add to a server', ours: server.after - server.before, ...beside },
    { what: '  of the whole server with them', ours: server.after, ...beside },
    { what: '  that they leave when its worker has ended', ours: server.idle - server.before, unit: MB },
    { what: 'DOCX, warm', ours: ours.docx.ms, unit: ms },
    { what: `PDF of ${large.first.pages} pages, 500 sign-offs, first`, ours: large.first.ms, unit: ms },
    { what: '  warm', ours: large.warm.ms, unit: ms, target: { most: 1500 } },
    { what: '  processor time, warm', ours: large.warm.cpuMs, unit: ms },
    { what: '  longest wait of the main thread', ours: large.blocked, unit: ms, target: { most: 25 } },
  ];
}

async function measureOurs() {
  await using program = await startProgram('../exports/program.ts');
  const render = (order: Order): Promise<Rendering> => program.ask<Rendering>(order);
  const first = await render({ format: 'pdf' });
  const warm = await repeated(() => render({ format: 'pdf' }));
  const docx = await repeated(() => render({ format: 'docx' }));
  return {
    first,
    warm: middleOf(warm),
    blocked: longestOf([first, ...warm]),
    docx: middleOf(docx),
    large: await measureLarge(),
  };
}

/** In a new process, so that its first rendering is the first of all. */
async function measureLarge() {
  await using program = await startProgram('../exports/program.ts');
  const render = (): Promise<Rendering> => program.ask<Rendering>({ format: 'pdf', isLarge: true } satisfies Order);
  const first = await render();
  const warm = await repeated(render);
  return { first, warm: middleOf(warm), blocked: longestOf([first, ...warm]) };
}

function middleOf(all: readonly Rendering[]): { readonly ms: number; readonly cpuMs: number } {
  return { ms: middle(all.map((each) => each.ms)), cpuMs: middle(all.map(({ cpuMs }) => cpuMs)) };
}

function longestOf(all: readonly Rendering[]): number {
  return Math.max(...all.map(({ blockedMs }) => blockedMs));
}

async function measureAlone(): Promise<number> {
  await using printing = await startPrinting();
  await repeated(() => printing.print(inputOf('rams')));
  await delay(restMs);
  return megabytesOf(printing.pid);
}

interface Exported {
  readonly id: string;
  readonly status: string;
}

interface Filled {
  readonly settings: Readonly<Record<string, string>>;
  /** Puts the sample into a server. */
  readonly fill: (url: string) => Promise<Sample>;
}

/** Exports a document by REST, with these options. */
type Export = (options: object) => Promise<void>;

interface Sample {
  /** RAMS-007. */
  readonly exported: Export;
  /** Writes a draft with many hazards. */
  readonly writeLarge: () => Promise<Export>;
}

const draftHazards = 450;

async function withSample<Result>(measure: (filled: Filled) => Promise<Result>): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitefile-bench-exports-'));
  const token = 'admin-token-of-the-exports-bench';
  const terminal = {
    environment: {},
    print: () => {},
    complain: () => {},
    now: Date.now,
    random: randomBytes,
    untilStopped: () => Promise.resolve(''),
  } satisfies Terminal;
  const fill = async (url: string): Promise<Sample> => {
    await loadSample(terminal, { url, token });
    const must = openOffice(() => url, token);
    const { data } = await must<{ data: { id: string; reference: string; project_id: string }[] }>('GET', 'documents');
    const document = data.find(({ reference }) => reference === 'HLC-014-RAMS-007');
    const exportOf =
      (of: string | undefined): Export =>
      async (options) => {
        const { id } = await must<Exported>('POST', `documents/${of}/export`, { format: 'pdf', ...options });
        for (let status = ''; status !== 'completed'; await delay(50)) {
          ({ status } = await must<Exported>('GET', `exports/${id}`));
          if (status === 'failed') throw new Error('an export failed');
        }
      };
    const writeLarge = async (): Promise<Export> => {
      const draft = { title: 'Large', document_type: 'rams', project_id: document?.project_id };
      const { id } = await must<Exported>('POST', 'documents', draft);
      for (let i = 1; i <= draftHazards; i++) await must('POST', `documents/${id}/hazards`, hazardOf(i));
      return exportOf(id);
    };
    return { exported: exportOf(document?.id), writeLarge };
  };
  try {
    const settings = { SITEFILE_ADMIN_TOKEN: token, RATE_LIMIT: 'off', LOG_LEVEL: 'silent', DATA_DIR: dataDir };
    return await measure({ settings, fill });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

function hazardOf(i: number): object {
  const words = 'panels fall from the hoist onto the bay below '.repeat(4);
  const controls = Array.from({ length: 5 }, () => ({ description: words, hierarchy_level: 'engineering' }));
  return { name: `Hazard ${i}`, description: words.repeat(3), controls };
}

/** How long the main thread of a server is busy at a stretch while it exports. */
async function measureWaits({ settings, fill }: Filled): Promise<Waits> {
  await using server = await startServer(settings);
  const { exported, writeLarge } = await fill(server.url);
  const longest = async (work: () => Promise<unknown>): Promise<number> => {
    await server.longestDelay();
    await work();
    return await server.longestDelay();
  };
  const idle = await longest(() => delay(2_000));
  const first = await longest(() => exported({}));
  const warm = await repeatedly(papers, (paper) => longest(() => exported({ paper, photos: false })));
  const large = await writeLarge();
  return { idle, first, warm: Math.max(...warm), large: await longest(() => large({})) };
}

/** Chromium is given no photos, so neither is the server. */
async function measureMemory({ settings, fill }: Filled) {
  await using server = await startBuilt({ PORT: '0', INTEGRITY_CHECK_HOURS: '0', ...settings });
  const { exported } = await fill(String(server.ready));
  await delay(restMs);
  const { megabytes: before } = await server.ask<Used>({});
  for (const paper of papers)
    for (const watermark of ['uncontrolled_when_printed', 'none'])
      for (const quiz_answers of [true, false])
        await exported({ paper, watermark, include: { quiz_answers }, photos: false });
  await delay(restMs);
  const { megabytes: after } = await server.ask<Used>({});
  await delay(idleMs);
  const { megabytes: idle } = await server.ask<Used>({});
  return { before, after, idle };
}

interface Waits {
  readonly idle: number;
  readonly first: number;
  readonly warm: number;
  readonly large: number;
}

/** What is longer in one of them only, another program of the machine did. */
const tries = [1, 2, 3] as const;

function bestOf(all: readonly Waits[]): Waits {
  const best = (of: keyof Waits): number => Math.min(...all.map((waits) => waits[of]));
  return { idle: best('idle'), first: best('first'), warm: best('warm'), large: best('large') };
}

const papers = ['a4', 'letter'] as const;
/** A worker without work ends after 30 s (server/export/renderer.ts), and V8 gives its pages back some seconds later. */
const idleMs = 45_000;

async function repeatedly<Of, Result>(each: readonly Of[], work: (of: Of) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (const of of each) results.push(await work(of));
  return results;
}
