/**
 * A supplier's sheet or a drawing: a PDF that is kept beside the photos (contract, Photos). It is read in a thread of its own with an end in
 * time and memory, one file at a time and in turns of the organisations, because its author may be an attacker.
 */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Problem } from '../../../shared/model/problem.ts';
import { invalid } from '../../../shared/model/validation.ts';
import type { SheetAnswer, SheetPage, SheetTask } from './sheet-thread.ts';
import { Turns } from './turns.ts';

export type { SheetPage };

export const sheetType = 'application/pdf';
export const mostSheetPages = 60;

const inspectMs = 10_000;
/** Of a page in print: 190 to an inch on A4. */
const longestSide = 2000;

/** How many pages it has. Throws `unsupported_media_type`, `unavailable` where too many of the organisation wait, or `validation_failed` where they are too many, in words for who uploads it. */
export async function inspectSheet(organisationId: string, bytes: Uint8Array): Promise<number> {
  const task = { bytes, longestSide: null, mostPages: mostSheetPages };
  const answer = await turns.take(organisationId, () => askThread(task, inspectMs));
  if (!('fault' in answer)) return answer.pages;
  if (answer.fault !== 'long') throw new Problem('unsupported_media_type', wordsFor[answer.fault]);
  const detail = `must be PDF files of ${mostSheetPages} pages or fewer; this one has ${answer.pages}`;
  throw invalid([{ pointer: '#/photos', code: 'too_big', detail }]);
}

/** Its pages as pictures, or why there are none, after `ms` at the latest. The same file gives the same pictures. */
export async function drawSheet(bytes: Uint8Array, ms: number): Promise<readonly SheetPage[] | string> {
  const answer = await askThread({ bytes, longestSide, mostPages: mostSheetPages }, ms);
  if (!('fault' in answer)) return answer.drawn;
  return answer.fault === 'late' ? 'they take too long to draw' : 'they cannot be drawn';
}

type Answer = SheetAnswer | { readonly fault: 'late' };

const wordsFor = {
  protected: 'The PDF is protected or encrypted. Print it as a new PDF without protection, and upload that one.',
  active:
    'The PDF carries a script, a form with scripts, a film, or what starts or sends something. Print it as a new PDF, and upload that one.',
  damaged: 'The PDF is damaged: its pages cannot be read. Print it as a new PDF, and upload that one.',
  late: 'The PDF takes too long to read. Print it as a new PDF, and upload that one.',
} as const;

const turns = new Turns();

async function askThread(task: SheetTask, ms: number): Promise<Answer> {
  const worker = new Worker(new URL(`./sheet-thread${extname(import.meta.url)}`, import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
    // It prints nothing, and has no use for what the server knows.
    env: {},
    stdout: true,
    stderr: true,
  });
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const timer = setTimeout(() => resolve({ fault: 'late' }), ms);
  worker.once('message', (answer: SheetAnswer) => resolve(answer));
  // Out of memory, or a bug of the library.
  worker.once('error', () => resolve({ fault: 'damaged' }));
  worker.once('exit', () => resolve({ fault: 'damaged' }));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
