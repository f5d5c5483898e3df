/** The answers of a point of work check, kept from the first one on. */
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { begunId } from '../base/clock.ts';
import { changeKept, readKept } from '../base/kept.ts';
import { dropReplaced, replacing } from '../report/replaced-photos.ts';
import { checkPrefix, isUnderWay } from './begun.ts';
import type { Recording } from './recording.ts';

/** A photo, and the SHA-256 of the file that shows what was seen. */
export interface Taken {
  readonly id: string;
  readonly sha256: string | null;
}

export interface Answer {
  /** The question, in English. */
  readonly item: string;
  readonly response: 'yes' | 'no';
  readonly note: string | null;
  /** Those taken with this answer. */
  readonly photos?: readonly Taken[];
  /** m/s, measured at the work. */
  readonly gust?: number;
}

/** What was said and written at one question. It stays when somebody goes back, or says the contrary. */
export interface Written {
  readonly response: 'yes' | 'no' | null;
  readonly note: string;
  /** As it was typed. */
  readonly gust: string;
  readonly photos: readonly Taken[];
}

export interface Check {
  /** Where it was begun: the tablet may be elsewhere before somebody decides. */
  readonly site: Pick<Shown<'site'>, 'id' | 'name' | 'project_id'>;
  /** Server time, as far as it is known. */
  readonly startedAt: string;
  /** Id of the incident that tells of its stop: said in two tabs, it is one. */
  readonly incident: string;
  readonly answers: readonly Answer[];
  /** By question, in English. */
  readonly written?: Readonly<Record<string, Written>>;
  /** Once somebody has decided. */
  readonly recording?: Recording;
}

/** What is under way, else a new one at `here`; undefined where there is neither. */
export async function readCheck(
  document: string,
  now: number,
  here: Check['site'] | undefined,
): Promise<Check | undefined> {
  const kept = await readKept<Check>(keyOf(document));
  const isKept = isUnderWay(kept, now);
  if (!here) return isKept ? kept : undefined;
  const { id, name, project_id } = here;
  const site = { id, name, project_id };
  const begun = { site, startedAt: new Date(now).toISOString(), incident: begunId(now), answers: [] };
  return isKept ? { ...begun, ...kept } : begun;
}

/** `item` = the question, in English. */
export function writtenAt({ written }: Check, item: string): Written {
  return written?.[item] ?? { response: null, note: '', gust: '', photos: [] };
}

export function withWritten(check: Check, item: string, write: (before: Written) => Partial<Written>): Check {
  const before = writtenAt(check, item);
  return { ...check, written: { ...check.written, [item]: { ...before, ...write(before) } } };
}

/** `shown` = the check as the screen has it. Returns the new one, or undefined where it ended in another tab. */
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
      compare(photosIn(before), photosIn(after));
      return after;
    },
    beside,
  );
  void dropReplaced().catch(() => undefined); // the next start tries again
  return after;
}

/** Of answers and of what is being written: going back may change the one and not the other. */
function photosIn({ answers, written = {} }: Check): readonly string[] {
  return [...answers, ...Object.values(written)].flatMap(({ photos = [] }) => photos.map(({ id }) => id));
}

/** What is shown, as it is kept, which may be newer; undefined where it was recorded or thrown away in another tab. */
export function currentOf(kept: Check | undefined, shown: Check): Check | undefined {
  if (kept?.startedAt === shown.startedAt) return { ...shown, ...kept };
  if (shown.answers.length > 0 || shown.written) return undefined;
  // Nothing was said here yet: it goes on with what another tab began.
  return isUnderWay(kept, Date.parse(shown.startedAt)) ? kept : shown;
}

/** With the photos that were not sent yet. */
export async function throwAwayCheck(document: string): Promise<void> {
  const { compare, beside } = replacing();
  await changeKept<Check>(
    keyOf(document),
    (kept) => {
      compare(kept ? photosIn(kept) : [], []);
      return undefined;
    },
    beside,
  );
  void dropReplaced().catch(() => undefined); // the next start tries again
}

export function keyOf(document: string): string {
  return `${checkPrefix}${document}`;
}
