/**
 * What an export costs, beside headless Chromium printing the same words and tables in the same run. Linux: memory is read from /proc.
 *
 * Times are those of the built worker (server/dist), asked from another thread as the server asks it. Memory is that of the server as
 * `npm start` runs it: what eight exports of the document add to it, which is its exporting worker, as Chromium would be added to a server
 * that prints with it; and the whole of it. Of Chromium it is that of all its processes.
 */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from 'playwright';
import { attachedFiles } from '../../server/export/attached-file.ts';
import type { ExportInput } from '../../server/export/input.ts';
import type { Block, Part } from '../../server/export/model/blocks.ts';
import { buildModel } from '../../server/export/model/build.ts';
import { inputOf } from '../export/inputs.ts';
import { loadSample } from '../../server/cli/sample.ts';
import type { Terminal } from '../../server/cli/terminal.ts';
import { openOffice } from '../mirrors/office.ts';
import { startServer } from '../kit/server-process.ts';
import type { Used } from './sync/meter.ts';
import { startServer as startBuilt } from './sync/server.ts';
import { findBrowser } from '../kit/find-browser.ts';
import type { Order, Rendering } from './exports-program.ts';
import { startProgram } from './sync/program.ts';
import { middle, type Figure } from './table.ts';

/** V8 needs seven until a rendering is as quick as it gets. */
const runs = 15;

export async function exports(): Promise<readonly Figure[]> {
  const input = inputOf('rams');
  const ours = await measureOurs();
  const theirs = await measureChromium(pageOf(input));
  const inServer = await withSample(measureWaits);
  const memory = await withSample(measureMemory);
  const ms = 'ms';
  return [
    { what: `PDF of ${ours.first.pages} pages, first`, ours: ours.first.ms, floor: theirs.first, unit: ms },
    { what: '  warm', ours: ours.warm, floor: theirs.warm, unit: ms, target: { ratio: 0.5 } },
    { what: '  processor time, warm', ours: ours.cpu, unit: ms },
    { what: '  longest wait of the main thread', ours: ours.blocked, unit: ms, target: { most: 25 } },
    { what: '  the same in a server, first', ours: inServer.first, unit: ms, target: { most: 25 } },
    { what: '  warm', ours: inServer.warm, unit: ms, target: { most: 25 } },
    { what: '  without an export', ours: inServer.idle, unit: ms },
    {
      what: 'memory that eight exports add to the server',
      ours: memory.after - memory.before,
      floor: theirs.megabytes,
      unit: 'MB',
      target: { ratio: 0.5 },
    },
    { what: '  the whole server with them', ours: memory.after, floor: theirs.megabytes, unit: 'MB' },
    { what: 'DOCX, warm', ours: ours.docx, unit: ms },
    { what: `500 sign-offs, ${ours.largePages} pages: PDF, warm`, ours: ours.large, unit: ms, target: { most: 1500 } },
  ];
}

async function measureOurs() {
  await using program = await startProgram('../exports-program.ts');
  const render = (order: Order): Promise<Rendering> => program.ask<Rendering>(order);
  const first = await render({ format: 'pdf' });
  const warm = await repeated(() => render({ format: 'pdf' }));
  const docx = await repeated(() => render({ format: 'docx' }));
  const large = await repeated(() => render({ format: 'pdf', signoffs: 500 }));
  const of = (all: readonly Rendering[], member: 'ms' | 'cpuMs'): number => middle(all.map((each) => each[member]));
  return {
    first,
    warm: of(warm, 'ms'),
    cpu: of(warm, 'cpuMs'),
    blocked: Math.max(first.blockedMs, ...warm.map((each) => each.blockedMs)),
    docx: of(docx, 'ms'),
    large: of(large, 'ms'),
    largePages: large[0]?.pages,
  };
}

interface Exported {
  readonly id: string;
  readonly status: string;
}

interface Filled {
  readonly settings: Readonly<Record<string, string>>;
  /** Puts the sample into a server, and says how to export RAMS-007 of it by REST. */
  readonly fill: (url: string) => Promise<(options: object) => Promise<void>>;
}

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
  const fill = async (url: string) => {
    await loadSample(terminal, { url, token });
    const must = openOffice(() => url, token);
    const { data } = await must<{ data: { id: string; reference: string }[] }>('GET', 'documents');
    const document = data.find(({ reference }) => reference === 'HLC-014-RAMS-007')?.id;
    return async (options: object): Promise<void> => {
      const { id } = await must<Exported>('POST', `documents/${document}/export`, { format: 'pdf', ...options });
      for (let status = ''; status !== 'completed'; await delay(50)) {
        ({ status } = await must<Exported>('GET', `exports/${id}`));
        if (status === 'failed') throw new Error('an export failed');
      }
    };
  };
  try {
    const settings = { SITEFILE_ADMIN_TOKEN: token, RATE_LIMIT: 'off', LOG_LEVEL: 'silent', DATA_DIR: dataDir };
    return await measure({ settings, fill });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** How long the main thread of a server is busy at a stretch while it exports. */
async function measureWaits({ settings, fill }: Filled) {
  await using server = await startServer(settings);
  const exported = await fill(server.url);
  const longest = async (work: () => Promise<unknown>): Promise<number> => {
    await server.longestDelay();
    await work();
    return await server.longestDelay();
  };
  const idle = await longest(() => delay(2_000));
  const first = await longest(() => exported({}));
  const warm = await repeatedly(papers, (paper) => longest(() => exported({ paper, photos: false })));
  return { idle, first, warm: Math.max(...warm) };
}

/** Chromium is given no photos, so neither is the server. */
async function measureMemory({ settings, fill }: Filled) {
  await using server = await startBuilt({ PORT: '0', INTEGRITY_CHECK_HOURS: '0', ...settings });
  const exported = await fill(String(server.ready));
  await delay(restMs);
  const { megabytes: before } = await server.ask<Used>({});
  for (const paper of papers)
    for (const watermark of ['uncontrolled_when_printed', 'none'])
      for (const quiz_answers of [true, false])
        await exported({ paper, watermark, include: { quiz_answers }, photos: false });
  const { megabytes: after } = await server.ask<Used>({});
  return { before, after };
}

const papers = ['a4', 'letter'] as const;
const restMs = 2_000;

async function repeatedly<Of, Result>(each: readonly Of[], work: (of: Of) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (const of of each) results.push(await work(of));
  return results;
}

async function repeated<Result>(work: () => Promise<Result>): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let run = 0; run < runs; run++) results.push(await work());
  return results;
}

async function measureChromium(html: string) {
  await using server = await closing(
    chromium.launchServer({ executablePath: await findBrowser(), args: ['--no-sandbox'] }),
  );
  const browser = await chromium.connect(server.held.wsEndpoint());
  const page = await browser.newPage();
  const print = async (): Promise<number> => {
    const start = performance.now();
    await page.setContent(html);
    await page.pdf({ format: 'A4', tagged: true, outline: true });
    return performance.now() - start;
  };
  const first = await print();
  const warm = middle(await repeated(print));
  return { first, warm, megabytes: memoryOf(server.held.process().pid ?? 0) };
}

async function closing<Held extends { close(): Promise<void> }>(opening: Promise<Held>) {
  const held = await opening;
  return { held, [Symbol.asyncDispose]: () => held.close() };
}

/** MB of a process and its descendants; what they share counts once. */
function memoryOf(pid: number): number {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  const kilobytes = Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  return children.reduce((sum, child) => sum + memoryOf(child), kilobytes / 1024);
}

/** The blocks as plain HTML with the same words, tables and signatures. */
function pageOf(input: ExportInput): string {
  const { blocks } = buildModel(input, attachedFiles(input));
  const style =
    'body{font:9.8pt sans-serif}table{width:100%;border-collapse:collapse}td,th{border:1px solid #ccc;vertical-align:top}';
  return `<!doctype html><html lang="en-GB"><style>${style}</style><body>${blocks.map(blockOf).join('')}</body></html>`;
}

function blockOf(block: Block): string {
  switch (block.kind) {
    case 'title':
      return `<h1>${escaped(block.title)}</h1><p>${escaped(block.identity)}</p>`;
    case 'heading':
      return `<h${block.level}>${escaped(block.text)}</h${block.level}>`;
    case 'paragraph':
      return `<p>${escaped(block.runs.map(({ text }) => text).join(''))}</p>`;
    case 'list':
      return `<ul>${block.points.map((point) => `<li>${partOf(point)}</li>`).join('')}</ul>`;
    case 'callout':
      return `<div><h3>${escaped(block.title)}</h3>${block.parts.map(partOf).join('')}</div>`;
    case 'annex_page':
      return `<p>${escaped(block.words)}</p>`;
    case 'table': {
      const head = block.header
        ? `<thead><tr>${block.columns.map(({ title }) => `<th>${escaped(title)}</th>`).join('')}</tr></thead>`
        : '';
      const rows = block.rows.map(
        ({ cells }) => `<tr>${cells.map(({ parts }) => `<td>${parts.map(partOf).join('')}</td>`).join('')}</tr>`,
      );
      return `<table>${head}<tbody>${rows.join('')}</tbody></table>`;
    }
    case 'page_break':
      return '<div style="break-before:page"></div>';
    case 'contents':
      return '';
  }
}

function partOf(part: Part): string {
  if (part.kind === 'ink') {
    const lines = part.strokes.map(
      (stroke) => `<polyline points="${stroke.map((at) => at.join(',')).join(' ')}" fill="none" stroke="#124"/>`,
    );
    return `<svg viewBox="0 0 ${part.width} ${part.height}" height="34pt">${lines.join('')}</svg>`;
  }
  if (part.kind === 'chip') return `<b>${escaped(part.text)}</b>`;
  if (part.kind === 'signs') return `<p>${escaped(part.signs.map(({ name }) => name).join(', '))}</p>`;
  if (part.kind === 'signature_line') return `<p>______ ${escaped(part.label)}</p>`;
  if (part.kind === 'named_photo' || part.kind === 'picture' || part.kind === 'qr')
    return `<p>${escaped(part.alt)}</p>`;
  return `<div>${escaped(part.runs.map(({ text }) => text).join(''))}</div>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
