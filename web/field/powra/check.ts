/** The answers of a point of work check: kept from the first one, and recorded as a document when somebody has decided. */
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { serverTime } from '../base/clock.ts';
import { replica } from '../base/device.ts';
import { keep, readKept } from '../base/kept.ts';
import type { Somebody } from '../base/people.ts';
import { moment } from '../base/times.ts';
import { english } from '../words/en.ts';
import { powraWords } from '../words/en-powra.ts';

export interface Answer {
  /** The question, in English. */
  readonly item: string;
  readonly response: 'yes' | 'no';
  readonly note: string | null;
  /** Ids of those taken with this answer. */
  readonly photos?: readonly string[];
  /** m/s, measured at the work. */
  readonly gust?: number;
}

export interface Check {
  /** Server time, as far as it is known. */
  readonly startedAt: string;
  readonly answers: readonly Answer[];
}

export interface Decided {
  readonly decision: 'proceed' | 'proceed_with_changes' | 'stop';
  readonly by: Somebody;
}

/** What was begun today, else a new one: nothing is copied from another day. */
export async function readCheck(document: string, now: number): Promise<Check> {
  const kept = await readKept<Check>(keyOf(document));
  const isToday = kept && new Date(kept.startedAt).toDateString() === new Date(now).toDateString();
  return kept && isToday ? kept : { startedAt: new Date(now).toISOString(), answers: [] };
}

export function keepCheck(document: string, check: Check): Promise<void> {
  return keep(keyOf(document), check);
}

interface About {
  readonly site: Shown<'site'>;
  readonly document: string;
  readonly parent: Shown<'version'> | null;
}

/** A document of its own, so that it is found, read and approved like any other (the sections that its type asks for). */
export async function recordCheck(check: Check, { decision, by }: Decided, about: About): Promise<void> {
  const { site, document, parent } = about;
  const { documents, sections } = replica();
  const at = new Date(serverTime()).toISOString();
  const gust = check.answers.find((answer) => answer.gust !== undefined)?.gust;
  const id = await documents.create({
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
  });
  const wrong = check.answers.filter(({ response }) => response === 'no');
  const photos = check.answers.flatMap(({ item, photos: taken = [] }) =>
    taken.map((photo) => ({ photo, shows: item })),
  );
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
      data: {
        entries: Object.entries({ decision, decided_by: by.name, decided_at: at }).map(([key, value]) => ({
          key,
          value,
        })),
      },
    },
    ...(photos.length > 0
      ? [{ section_type: 'drawings_photos', title: powraWords.photos, data: { items: photos } }]
      : []),
  ];
  for (const part of parts) await sections.create({ document_id: id, ...part });
  await keep(keyOf(document), undefined);
}

function keyOf(document: string): string {
  return `powra ${document}`;
}
