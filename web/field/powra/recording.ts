/** What a point of work check becomes when somebody has decided: a document with its sections, and the stop that it may be. */
import { uuidFrom } from '../../../client-sdk/base/random-id.ts';
import { mostPhotos } from '../../../shared/model/fields.ts';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { serverTime } from '../base/clock.ts';
import type { Somebody } from '../base/people.ts';
import type { StopAt } from '../base/stop.ts';
import { moment } from '../base/times.ts';
import { english } from '../words/en.ts';
import { reportWords } from '../words/en-report.ts';
import { powraWords } from '../words/en-powra.ts';
import { photosIn, writtenAt, type Answer, type Check, type Fields, type Recording, type Taken } from './kept-check.ts';

export interface Decided {
  readonly decision: 'proceed' | 'proceed_with_changes' | 'stop';
  readonly by: Somebody;
}

export interface About {
  readonly document: string;
  readonly parent: Shown<'version'> | null;
}

/** The sections that its type of document asks for, in English. */
export function recordingOf(check: Check, { decision, by }: Decided, { document, parent }: About): Recording {
  const { site } = check;
  const at = new Date(serverTime()).toISOString();
  const gust = check.answers.find((answer) => answer.gust !== undefined)?.gust;
  const id = newId();
  const wrong = wrongIn(check);
  const photos = wrong.flatMap(({ item }) =>
    writtenAt(check, item).photos.map((photo) => ({ ...photo, caption: item })),
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

/** Of a check that is recorded already otherwise, with what became of its other photos. */
export function stopBeside(check: Check): StopAt {
  return { ...stopOf(check), photos: wrongPhotos(check) };
}

function wrongPhotos(check: Check): readonly string[] {
  return noesOf(check).flatMap(({ item }) => writtenAt(check, item).photos.map(({ id }) => id));
}

/** The decision is the reason: nobody has to say it twice. Each photo of the check belongs to it, those of what is wrong first. */
export function stopOf(check: Check): StopAt {
  const { id, name, project_id: project } = check.site;
  const wrong = noesOf(check).map(({ item, note }) => `${item} ${note ?? ''}`.trim());
  const reason = [english.powra, ...wrong].join('. ');
  const stoppedAt = new Date(serverTime()).toISOString();
  return {
    incident: check.incident,
    at: stoppedAt,
    site: { id },
    project,
    where: name,
    title: reportWords.stopTitle,
    reason,
    photos: [...new Set([...wrongPhotos(check), ...photosIn(check)])],
  };
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
