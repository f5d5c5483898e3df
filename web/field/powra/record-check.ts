/** Records a point of work check that was decided: once, whichever tab decided, and again after the tablet was killed. */
import { replica } from '../base/device.ts';
import { changeKept, readKept } from '../base/kept.ts';
import { recordStop, type StopAt } from '../base/stop.ts';
import { checkPrefix, checksBegun } from './begun.ts';
import { currentOf, keyOf, type Check, type Recording } from './kept-check.ts';
import { recordingOf, stopOf, type About, type Decided } from './recording.ts';

/** A document of its own, so that it is found, read and approved like any other. Throws where the rules refuse it: it is kept then. */
export function recordCheck(shown: Check, decided: Decided, about: About): Promise<void> {
  return record(shown, about.document, (check) => recordingOf(check, decided, about));
}

/** Of a check that cannot be recorded as a document: that the work was stopped can be. */
export function recordStopAlone(shown: Check, document: string): Promise<void> {
  return record(shown, document, (check) => ({ stop: stopOf(check), sections: [] }));
}

/** From what is kept, which another tab may have written, or decided: then a stop is recorded beside it. */
async function record(shown: Check, document: string, decide: (check: Check) => Recording): Promise<void> {
  const key = keyOf(document);
  let stop: StopAt | undefined;
  await changeKept<Check>(key, (kept) => {
    const check = currentOf(kept, shown);
    const made = decide(check ?? shown);
    stop = check ? undefined : made.stop;
    if (!check) return kept;
    return { ...check, recording: { ...(check.recording ?? made), ...(made.stop && { stop: made.stop }) } };
  });
  // It was recorded in another tab, which may have let the work start.
  if (stop) await recordStop(stop);
  await finish(key);
}

/** Records what is left of checks that were decided when the tablet was killed. */
export async function finishChecks(): Promise<void> {
  const failures: unknown[] = [];
  for (const key of await checksBegun()) await finish(key).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'Some checks are not recorded.');
}

let finishing: Promise<unknown> = Promise.resolve();

/** What is recorded already is not recorded twice. One after the other, in all tabs where the browser lets them wait. */
export function finish(key: string): Promise<void> {
  const locks = navigator.locks as LockManager | undefined; // absent without https
  const work = (): Promise<void> => recordKept(key);
  const next = finishing.then(() => (locks ? locks.request(checkPrefix, work) : work()));
  finishing = next.catch(() => undefined);
  return next;
}

/** The stop before anything that may be refused. */
async function recordKept(key: string): Promise<void> {
  const { recording } = (await readKept<Check>(key)) ?? {};
  if (!recording) return;
  const { stop, ...others } = recording;
  if (stop) {
    await recordStop(stop);
    await changeKept<Check>(key, (kept) => kept && { ...kept, recording: others });
  }
  const { document, sections: parts } = others;
  const { documents, sections, sites } = replica();
  if (document && !(await documents.get(document.id))) {
    // Where the tablet works no more, only the stop is taken; the document waits. Without any site it was not read yet.
    const here = await sites.find();
    if (here.length > 0 && !here.some(({ id }) => id === document.site_id)) return;
    await documents.create(document);
  }
  for (const part of parts) if (!(await sections.get(part.id))) await sections.create(part);
  // A stop that another tab added meanwhile is recorded by that tab.
  await changeKept<Check>(key, (kept) => (kept?.recording?.stop ? kept : undefined));
}
