/** The answers of a point of work check, kept from the first one on. */
import { begunId } from '../base/clock.ts';
import { changeKept, readKept } from '../base/kept.ts';
import { dropReplaced, replacing } from '../report/replaced-photos.ts';
import { isOfToday } from './begun.ts';
import {
  currentOf,
  isOwn,
  keyOf,
  organisationId,
  photosIn,
  writtenAt,
  type Answer,
  type Check,
  type Written,
} from './kept-check.ts';

/** What is under way, else a new one at `here`; undefined where there is neither. */
export async function readCheck(
  document: string,
  now: number,
  here: Check['site'] | undefined,
): Promise<Check | undefined> {
  const kept = await readKept<Check>(keyOf(document));
  const isKept = isOfToday(kept, now);
  if (!here) return isKept ? kept : undefined;
  const { id, name, project_id } = here;
  const site = { id, name, project_id };
  const startedAt = new Date(now).toISOString();
  const begun = { site, startedAt, incident: begunId(now), answers: [], organisation: organisationId() };
  return isKept ? { ...begun, ...kept } : begun;
}

/** `item` = the question, in English. */
export function withWritten(check: Check, item: string, write: (before: Written) => Partial<Written>): Check {
  const before = writtenAt(check, item);
  return { ...check, written: { ...check.written, [item]: { ...before, ...write(before) } } };
}

/** The question `at` this place, answered with what is written there at that moment: another tab may have written it. */
export function withAnswer(check: Check, at: number, item: string, response: Answer['response']): Check {
  const { note, gust } = writtenAt(check, item);
  const after = withWritten(check, item, () => ({ response }));
  const isWrong = response === 'no';
  // Where another tab went back, or took out what is wrong, it is asked again.
  if (check.answers.length < at || (isWrong && note.trim() === '')) return after;
  const metres = Number(gust.replace(',', '.'));
  const answer: Answer = {
    item,
    response,
    note: isWrong ? note.trim() : null,
    ...(gust.trim() !== '' && Number.isFinite(metres) && { gust: metres }),
  };
  return { ...after, answers: check.answers.toSpliced(at, 1, answer) };
}

/** `shown` = the check as the screen has it. Returns the new one, or undefined where another tab decided it, or threw it away. */
export async function changeCheck(
  document: string,
  shown: Check,
  change: (check: Check) => Check,
): Promise<Check | undefined> {
  let after: Check | undefined;
  const { compare, beside } = replacing();
  await changeKept<Check>(
    keyOf(document),
    (kept) => {
      const before = currentOf(kept, shown);
      if (!before) return kept;
      after = change(before);
      // One of another day goes, with its photos.
      compare([...(kept ? photosIn(kept) : []), ...photosIn(before)], photosIn(after));
      return after;
    },
    ...beside,
  );
  void dropReplaced().catch(() => undefined); // the next start tries again
  return after;
}

/** The check under way for this work, with the photos that were not sent yet. */
export function throwAwayCheck(shown: Check, document: string): Promise<void> {
  return throwAway(keyOf(document), shown);
}

/** Unless another tab has begun another one, or the tablet works for another organisation by now. */
export async function throwAway(key: string, shown: Check): Promise<void> {
  const { compare, beside } = replacing();
  await changeKept<Check>(
    key,
    (kept) => {
      if (kept?.startedAt !== shown.startedAt || !isOwn(kept)) return kept;
      compare(photosIn(kept), []);
      return undefined;
    },
    ...beside,
  );
  void dropReplaced().catch(() => undefined); // the next start tries again
}
