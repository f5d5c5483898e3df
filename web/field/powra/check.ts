/** The answers of a point of work check: kept from the first one, and recorded as a document when somebody has decided. */
import { uuidFrom } from '../../../client-sdk/base/random-id.ts';
import { mostPhotos } from '../../../shared/model/fields.ts';
import type { FieldsByKind, Shown } from '../../../client-sdk/view/kinds.ts';
import { begunId, serverTime } from '../base/clock.ts';
import { replica } from '../base/device.ts';
import { changeKept, keep, readKept } from '../base/kept.ts';
import type { Somebody } from '../base/people.ts';
import { recordStop, type StopAt } from '../base/stop.ts';
import { moment } from '../base/times.ts';
import { english } from '../words/en.ts';
import { dropReplaced, replacing } from '../report/replaced-photos.ts';
import { reportWords } from '../words/en-report.ts';
import { powraWords } from '../words/en-powra.ts';
import { checkPrefix, checksBegun, isUnderWay } from './begun.ts';

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

/** What a check becomes: a document and its sections, each with the id that it gets. Kept before the first of them is recorded. */
interface Recording {
  /** Not recorded yet. Nothing is recorded before it. */
  readonly stop?: StopAt;
  /** Absent where the tablet may record nothing but the stop. */
  readonly document?: Fields<'document'>;
  readonly sections: readonly Fields<'section'>[];
}

type Fields<Kind extends 'document' | 'section'> = Partial<FieldsByKind[Kind]> & { readonly id: string };

export interface Check {
  /** Where it was begun: the tablet may be elsewhere before somebody decides. */
  readonly site: Pick<Shown<'site'>, 'id' | 'name' | 'project_id'>;
  /** Server time, as far as it is known. */
  readonly startedAt: string;
  readonly answers: readonly Answer[];
  /** By question, in English. */
  readonly written?: Readonly<Record<string, Written>>;
  /** Once somebody has decided. */
  readonly recording?: Recording;
}

export interface Decided {
  readonly decision: 'proceed' | 'proceed_with_changes' | 'stop';
  readonly by: Somebody;
}

/** What is under way, else a new one. Decided already = it waits for its site. */
export async function readCheck(document: string, now: number, here: Check['site']): Promise<Check> {
  await finish(keyOf(document));
  const kept = await readKept<Check>(keyOf(document));
  const { id, name, project_id } = here;
  const begun = { site: { id, name, project_id }, startedAt: new Date(now).toISOString(), answers: [] };
  return isUnderWay(kept, now) ? { ...begun, ...kept } : begun;
}

/** `item` = the question, in English. */
export function writtenAt({ written }: Check, item: string): Written {
  return written?.[item] ?? { response: null, note: '', gust: '', photos: [] };
}

export function withWritten(check: Check, item: string, write: (before: Written) => Partial<Written>): Check {
  const before = writtenAt(check, item);
  return { ...check, written: { ...check.written, [item]: { ...before, ...write(before) } } };
}

/** `shown` = the check as the screen has it; what is kept of it may be newer. Returns the new one. */
export async function changeCheck(document: string, shown: Check, change: (check: Check) => Check): Promise<Check> {
  let after = shown;
  const { compare, beside } = replacing();
  await changeKept<Check>(
    keyOf(document),
    (kept) => {
      const before = asKept(kept, shown);
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

function asKept(kept: Check | undefined, shown: Check): Check {
  return kept?.startedAt === shown.startedAt ? { ...shown, ...kept } : shown;
}

interface About {
  readonly document: string;
  readonly parent: Shown<'version'> | null;
}

/** A document of its own, so that it is found, read and approved like any other. */
export function recordCheck(shown: Check, decided: Decided, about: About): Promise<void> {
  return record(shown, about.document, (check) => recordingOf(check, decided, about));
}

/** Of a check whose site this tablet has no more: the server takes that the work was stopped, and no document. */
export function recordStopAlone(shown: Check, document: string): Promise<void> {
  return record(shown, document, (check) => ({ stop: stopOf(check), sections: [] }));
}

/** Once, and from what is kept, which another tab may have written. */
async function record(shown: Check, document: string, recording: (check: Check) => Recording): Promise<void> {
  const key = keyOf(document);
  await changeKept<Check>(key, (kept) => {
    const waited = shown.recording?.document?.id;
    const isReplaced = waited !== undefined && kept?.recording?.document?.id === waited;
    if ((kept?.recording && !isReplaced) || (!kept && shown.answers.length > 0)) return kept;
    const check = asKept(kept, shown);
    return { ...check, recording: recording(check) };
  });
  await finish(key);
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

/** Records what is left of checks that were decided when the tablet was killed. */
export async function finishChecks(): Promise<void> {
  const failures: unknown[] = [];
  for (const key of await checksBegun()) await finish(key).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'Some checks are not recorded.');
}

let finishing: Promise<unknown> = Promise.resolve();

/** What is recorded already is not recorded twice. One after the other, in all tabs where the browser lets them wait. */
function finish(key: string): Promise<void> {
  const work = async (): Promise<void> => {
    const kept = await readKept<Check>(key);
    if (!kept?.recording) return;
    const { stop, ...recording } = kept.recording;
    if (stop) {
      await recordStop(stop);
      await keep(key, { ...kept, recording });
    }
    const { documents, sections } = replica();
    const { document } = recording;
    if (document && !(await documents.get(document.id))) {
      // Where the tablet works no more, only the stop is taken; the document waits. Without any site it was not read yet.
      const here = await replica().sites.find();
      if (here.length > 0 && !here.some(({ id }) => id === document.site_id)) return;
      await documents.create(document);
    }
    for (const section of recording.sections) if (!(await sections.get(section.id))) await sections.create(section);
    await keep(key, undefined);
  };
  const locks = navigator.locks as LockManager | undefined; // absent without https
  const next = finishing.then(() => (locks ? locks.request(checkPrefix, work) : work()));
  finishing = next.catch(() => undefined);
  return next;
}

/** The sections that its type of document asks for, in English. */
function recordingOf(check: Check, { decision, by }: Decided, { document, parent }: About): Recording {
  const { site } = check;
  const at = new Date(serverTime()).toISOString();
  const gust = check.answers.find((answer) => answer.gust !== undefined)?.gust;
  const id = newId();
  const wrong = wrongIn(check);
  const photos = check.answers.flatMap(({ item, photos: taken = [] }) =>
    taken.map((photo) => ({ ...photo, caption: item })),
  );
  const entries = Object.entries({ decision, decided_by: by.name, decided_at: at });
  const parts = [
    { section_type: 'scope_of_works', title: powraWords.scope, body: parent?.title ?? site.name },
    {
      section_type: 'powra_checklist',
      title: english.powra,
      data: { items: check.answers.map(({ item, response, note }) => ({ item, response, note })) },
    },
    {
      section_type: 'powra_changes',
      title: powraWords.differs,
      body: wrong.map(({ item, note }) => `${item} ${note ?? ''}`).join('\n\n') || powraWords.nothingDiffers,
    },
    {
      section_type: 'powra_decision',
      title: powraWords.decision,
      data: { entries: entries.map(([key, value]) => ({ key, value })) },
    },
    ...photoSections(photos),
  ];
  return {
    ...(decision === 'stop' && { stop: stopOf(check) }),
    document: {
      id,
      title: `${english.powra}, ${moment(at)}`,
      document_type: 'powra',
      project_id: site.project_id,
      site_id: site.id,
      powra: {
        decision,
        parent_document_id: document,
        parent_version: parent?.version ?? null,
        team_consulted: [{ id: by.id, name: by.name }],
        ...(gust === undefined ? {} : { weather: { wind_gust_mps: gust } }),
        ...(decision === 'stop' ? { stopped_at: at } : {}),
      },
    },
    sections: parts.map((part) => ({ id: newId(), document_id: id, ...part })),
  };
}

function wrongIn({ answers }: Check): readonly Answer[] {
  return answers.filter(({ response }) => response === 'no');
}

/** What was answered with No, and then what was begun to be. */
export function noesOf(check: Check): readonly Pick<Answer, 'item' | 'note'>[] {
  const answered = check.answers.map(({ item }) => item);
  const begun = Object.entries(check.written ?? {})
    .filter(([item, { response }]) => response === 'no' && !answered.includes(item))
    .map(([item, { note }]) => ({ item, note }));
  return [...wrongIn(check), ...begun];
}

/** The decision is the reason: nobody has to say it twice. */
function stopOf(check: Check): StopAt {
  const { id, name, project_id: project } = check.site;
  const wrong = noesOf(check).map(({ item, note }) => `${item} ${note ?? ''}`.trim());
  const incident = begunId(Date.parse(check.startedAt));
  const reason = [english.powra, ...wrong].join('. ');
  return { incident, site: { id }, project, where: name, title: reportWords.stopTitle, reason };
}

/** A document has one section of this type, so more photos than that takes are in others. */
function photoSections(
  photos: readonly (Taken & { readonly caption: string })[],
): readonly Partial<Fields<'section'>>[] {
  return Array.from({ length: Math.ceil(photos.length / mostPhotos) }, (_, i) => ({
    section_type: i === 0 ? 'drawings_photos' : 'custom',
    title: powraWords.photos,
    photos: photos.slice(i * mostPhotos, (i + 1) * mostPhotos),
  }));
}

function newId(): string {
  return uuidFrom((bytes) => crypto.getRandomValues(bytes));
}

function keyOf(document: string): string {
  return `${checkPrefix}${document}`;
}
