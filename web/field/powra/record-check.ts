/** Records a point of work check that was decided: once, whichever tab decided, and again after the tablet was killed. */
import { replica } from '../base/device.ts';
import { changeKept, keysKept, readKept } from '../base/kept.ts';
import { recordStop } from '../base/stop.ts';
import { decidedPrefix } from './begun.ts';
import { dropReplaced, replacing } from '../report/replaced-photos.ts';
import { throwAway } from './check.ts';
import {
  currentOf,
  decidedKeyOf,
  isOwn,
  keyOf,
  ownDecided,
  photosIn,
  type Check,
  type DecidedCheck,
  type Recording,
} from './kept-check.ts';
import { recordingOf, stopBeside, stopOf, type About, type Decided } from './recording.ts';

/** Another tab changed the answers, and nobody has seen them where somebody let the work start. */
export class OtherAnswersError extends Error {
  override readonly name = 'OtherAnswersError';
}

/** Another tab began a new one over it, as on the next day. */
export class ReplacedCheckError extends Error {
  override readonly name = 'ReplacedCheckError';
}

/**
 * A document of its own, so that it is found, read and approved like any other. Resolves with whether it is recorded; else it is kept.
 * Throws OtherAnswersError or ReplacedCheckError, and nothing is recorded.
 */
export function recordCheck(shown: Check, decided: Decided, about: About): Promise<boolean> {
  return record(shown, about.document, (check) => {
    if (decided.decision !== 'stop' && JSON.stringify(check.answers) !== JSON.stringify(shown.answers))
      throw new OtherAnswersError();
    return recordingOf(check, decided, about);
  });
}

/** Records only that the work was stopped, where the check itself cannot be. */
export function recordStopAlone(shown: Check, document: string): Promise<boolean> {
  return record(shown, document, (check) => ({ stop: stopOf(check), sections: [] }));
}

/** Likewise, of a check that was decided otherwise before, and may be recorded by now. */
export async function recordStopBeside(shown: DecidedCheck): Promise<boolean> {
  await changeKept<DecidedCheck>(decidedKeyOf(shown.incident), (kept) => {
    if (!isOwn(kept ?? shown)) throw new Error('The check is of another organisation.');
    return kept ? withStop(kept) : { ...shown, recording: { stop: stopBeside(shown), sections: [] } };
  });
  return isRecorded(shown.incident);
}

/** From what is kept, which another tab may have written. Where another tab has decided, a stop is recorded beside that. */
async function record(shown: Check, document: string, decide: (check: Check) => Recording): Promise<boolean> {
  let { incident } = shown;
  let decided: DecidedCheck | undefined;
  const merged = (before: DecidedCheck | undefined): DecidedCheck | undefined =>
    before && decided?.recording.stop ? withStop(before) : (before ?? decided);
  const beside = {
    get key() {
      return decidedKeyOf(incident);
    },
    change: (before: unknown) => merged(before as DecidedCheck | undefined), // only this file writes them
  };
  await changeKept<Check>(
    keyOf(document),
    (kept) => {
      const check = currentOf(kept, shown);
      if (check) {
        ({ incident } = check);
        decided = { ...check, recording: decide(check) };
        return undefined;
      }
      const isStop = decide(shown).stop !== undefined;
      if (kept && !isStop) throw new ReplacedCheckError();
      decided = isStop ? { ...shown, recording: { stop: stopBeside(shown), sections: [] } } : undefined;
      return kept;
    },
    beside,
  );
  return isRecorded(incident);
}

/** Throws where a stop is kept and not recorded yet. */
async function isRecorded(incident: string): Promise<boolean> {
  const key = decidedKeyOf(incident);
  await finish(key).catch(() => undefined); // it is kept, and shown
  const left = await readKept<DecidedCheck>(key);
  if (left?.recording.stop) throw new Error('The stop is kept and not recorded yet.');
  return left === undefined;
}

/** Records what is left of checks that were decided, when the tablet was killed or was elsewhere. */
export async function finishChecks(): Promise<void> {
  const failures: unknown[] = [];
  for (const key of await keysKept(decidedPrefix)) await finish(key).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'Some checks are not recorded.');
}

/** What is recorded already is not recorded twice. Throws where the storage fails or the rules refuse it: then it is kept. */
export function finish(key: string): Promise<void> {
  return exclusively(() => recordKept(key));
}

/** Not while it is being recorded, and not its stop. */
export function throwAwayDecided(shown: DecidedCheck): Promise<void> {
  const key = decidedKeyOf(shown.incident);
  return exclusively(async () => {
    const { stop } = (await ownDecided(key))?.recording ?? {};
    if (stop) await recordStop(stop);
    await throwAway(key, shown);
  });
}

let last: Promise<unknown> = Promise.resolve();

/** One after the other, in all tabs where the browser lets them wait. */
function exclusively(work: () => Promise<void>): Promise<void> {
  const locks = navigator.locks as LockManager | undefined; // absent without https
  const next = last.then(() => (locks ? locks.request(decidedPrefix, work) : work()));
  last = next.catch(() => undefined);
  return next;
}

/** The stop before anything that may be refused. */
async function recordKept(key: string): Promise<void> {
  const { recording } = (await ownDecided(key)) ?? {};
  if (!recording) return;
  if (recording.stop) {
    await recordStop(recording.stop);
    await changeKept<DecidedCheck>(key, (kept) => kept && { ...kept, recording: stopped(kept.recording) });
  }
  const { document, sections: parts } = recording;
  const { documents, sections, sites } = replica();
  if (document && !(await documents.get(document.id))) {
    // Where the tablet works no more, only the stop is taken; the document waits. The office may have moved the site.
    const site = await sites.get(document.site_id ?? '');
    if (!site) return;
    await documents.create({ ...document, project_id: site.project_id });
  }
  for (const part of parts) if (!(await sections.get(part.id))) await sections.create(part);
  const named = JSON.stringify(parts);
  const { compare, beside } = replacing();
  await changeKept<DecidedCheck>(
    key,
    (kept) => {
      // A stop that another tab added meanwhile is recorded by that tab.
      if (!kept || kept.recording.stop) return kept;
      // A No that became a Yes left its photos behind. Those of a stop are in its incident.
      const photos = document && !recording.stop && !recording.isStopped ? photosIn(kept) : [];
      compare(
        photos,
        photos.filter((id) => named.includes(id)),
      );
      return undefined;
    },
    ...beside,
  );
  void dropReplaced().catch(() => undefined); // the next start tries again
}

/** Where it waits with a stop already, that one stays. */
function withStop({ recording, ...check }: DecidedCheck): DecidedCheck {
  return { ...check, recording: { stop: stopOf(check), ...recording } };
}

function stopped({ stop: _recorded, ...others }: Recording): Recording {
  return { ...others, isStopped: true };
}
