/** A point of work check as the tablet keeps it, from its first answer until it is recorded. */
import type { FieldsByKind, Shown } from '../../../client-sdk/view/kinds.ts';
import { tablet } from '../base/device.ts';
import { readKept } from '../base/kept.ts';
import type { StopAt } from '../base/stop.ts';
import { checkPrefix, decidedPrefix, isOfToday } from './begun.ts';

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
  /** m/s, measured at the work. */
  readonly gust?: number;
}

/** What was said, written and taken at one question. It stays when somebody goes back, or says the contrary. */
export interface Written {
  readonly response: 'yes' | 'no' | null;
  readonly note: string;
  /** As it was typed. */
  readonly gust: string;
  readonly photos: readonly Taken[];
}

/** What a check becomes: a document and its sections, each with the id that it gets. Kept before the first of them is recorded. */
export interface Recording {
  /** Not recorded yet. Nothing is recorded before it. */
  readonly stop?: StopAt;
  /** Its stop is recorded already. */
  readonly isStopped?: boolean;
  /** Absent where the tablet may record nothing but the stop. */
  readonly document?: Fields<'document'>;
  readonly sections: readonly Fields<'section'>[];
}

export type Fields<Kind extends 'document' | 'section'> = Partial<FieldsByKind[Kind]> & { readonly id: string };

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
  /** Id of the one that the tablet worked for: signed out meanwhile, it may be another one's. */
  readonly organisation?: string | undefined;
}

/** A check that somebody has decided, until it is recorded. */
export interface DecidedCheck extends Check {
  readonly recording: Recording;
}

/** Absent where it is not there, or is another organisation's. */
export async function ownDecided(key: string): Promise<DecidedCheck | undefined> {
  const kept = await readKept<DecidedCheck>(key);
  return kept && isOwn(kept) ? kept : undefined;
}

/** Whether the tablet works for the organisation of the check. One that names none was kept by an older app. */
export function isOwn({ organisation }: Check): boolean {
  return organisation === undefined || organisation === organisationId();
}

/** Of the one that the tablet works for. */
export function organisationId(): string | undefined {
  const { value } = tablet;
  return value.is === 'open' ? value.enrolment.organisation.id : undefined;
}

/** What is shown, as it is kept, which may be newer; undefined where it was decided or thrown away in another tab. */
export function currentOf(kept: Check | undefined, shown: Check): Check | undefined {
  if (kept?.startedAt === shown.startedAt) return { ...shown, ...kept };
  if (shown.answers.length > 0 || shown.written) return undefined;
  // Nothing was said here yet: it goes on with what another tab began.
  return isOfToday(kept, Date.parse(shown.startedAt)) ? kept : shown;
}

/** `item` = the question, in English. */
export function writtenAt({ written }: Check, item: string): Written {
  return written?.[item] ?? { response: null, note: '', gust: '', photos: [] };
}

/** Of all questions, also where a No became a Yes. */
export function photosIn({ written = {} }: Check): readonly string[] {
  return Object.values(written).flatMap(({ photos }) => photos.map(({ id }) => id));
}

/** Of the one under way for this work. */
export function keyOf(document: string): string {
  return `${checkPrefix}${document}`;
}

/** `incident` = of the check. */
export function decidedKeyOf(incident: string): string {
  return `${decidedPrefix}${incident}`;
}
