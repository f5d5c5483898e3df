/** The events of the organisation as people say them: what happened, to what, by whom, and where to look at it. */
import type { IconName, Tone } from '../../ui/icon.tsx';
import { asWords } from '../../ui/status.ts';
import type { Rest } from '../base/attempt.ts';

export type Event = Awaited<ReturnType<Rest['listEvents']>>['data'][number];
type Name = Event['event'];
type Data = Event['data'];

interface Said {
  readonly icon: IconName;
  readonly tone?: Tone;
  readonly words: (data: Data) => string;
  readonly link: (data: Data) => string | null;
}

const document =
  (part = '') =>
  ({ document_id: id }: Data): string | null =>
    typeof id === 'string' ? `/office/documents/${id}${part}` : null;
const record =
  (room: string, member: string) =>
  ({ [member]: id }: Data): string | null =>
    typeof id === 'string' ? `/office/${room}/${id}` : null;
const always = (words: string) => (): string => words;

const acts: Readonly<Record<string, string>> = {
  withdraw: 'Withdrawn from review',
  revise: 'Next version begun',
  discard: 'Draft discarded',
  answer_comment: 'Comment answered',
  meet_condition: 'Condition met',
  reopen_condition: 'Condition not met after all',
  archive: 'Archived',
  restore: 'Restored',
};

const said: Readonly<Record<Name, Said>> = {
  'document.created': { icon: 'plus', words: always('Document made'), link: document() },
  'document.updated': {
    icon: 'pen-line',
    words: ({ action }) => acts[String(action)] ?? 'Document edited',
    link: document(),
  },
  'document.submitted': { icon: 'send', words: always('Submitted for review'), link: document('/review') },
  'document.approved': {
    icon: 'circle-check',
    tone: 'safe',
    words: ({ version }) => `Version ${String(version)} approved`,
    link: document('/review'),
  },
  'document.rejected': {
    icon: 'message-square',
    tone: 'care',
    words: always('Changes asked for'),
    link: document('/review'),
  },
  'document.exported': {
    icon: 'download',
    words: ({ status, format }) =>
      `${format === 'pdf' ? 'PDF' : 'Word file'} ${status === 'completed' ? 'made' : 'could not be made'}`,
    link: document('/export'),
  },
  'compliance.scored': {
    icon: 'scale',
    words: ({ score }) => `Checked: ${String(score)} of 100`,
    link: document('/check'),
  },
  'contractor.invited': {
    icon: 'mail',
    words: always('Contractor invited'),
    link: record('contractors', 'contractor_id'),
  },
  'contractor.submitted': {
    icon: 'file-check',
    tone: 'act',
    words: always('Contractor handed in documents'),
    link: record('contractors', 'contractor_id'),
  },
  'signoff.recorded': {
    icon: 'pen-line',
    words: ({ status }) => (status === 'declined' ? 'Not willing to sign' : 'Signed'),
    link: (data) => document(`/signoffs?signoff=${String(data['signoff_id'])}`)(data),
  },
  'incident.reported': {
    icon: 'siren',
    tone: 'stop',
    words: ({ incident_type: type }) => `Reported: ${type ? asWords(String(type)).toLowerCase() : 'incident'}`,
    link: record('incidents', 'incident_id'),
  },
  'permit.opened': { icon: 'shield-check', words: always('Permit opened'), link: record('permits', 'permit_id') },
  'permit.closed': { icon: 'shield-check', words: always('Permit closed'), link: record('permits', 'permit_id') },
  'certification.expiring': {
    icon: 'id-card',
    tone: 'care',
    words: ({ scheme, days_left: days }) =>
      `${String(scheme)} card ${Number(days) <= 0 ? 'ran out' : `runs out in ${Number(days)} days`}`,
    link: record('people', 'worker_id'),
  },
};

export const eventNames = Object.keys(said) as readonly Name[]; // its own keys

/** What one filters by. */
export const kinds: readonly (readonly [kind: string, word: string])[] = [
  ['document', 'Documents'],
  ['signoff', 'Sign-offs'],
  ['permit', 'Permits'],
  ['incident', 'Incidents'],
  ['contractor', 'Contractors'],
  ['certification', 'Cards'],
  ['compliance', 'Checks'],
];

export interface DescribedEvent {
  readonly icon: IconName;
  readonly tone: Tone | undefined;
  readonly what: string;
  readonly about: string;
  readonly link: string | null;
  /** Null where the event names nobody. */
  readonly by: string | null;
}

export function describedEvent({ event, data }: Event): DescribedEvent {
  const { icon, tone, words, link } = said[event];
  const about = ['reference', 'permit_number', 'title', 'worker_name', 'contractor_name', 'name'];
  return {
    icon,
    tone,
    what: words(data),
    about: about.flatMap((name) => (typeof data[name] === 'string' ? [data[name]] : [])).join(' · '),
    link: link(data),
    by: personOf(data),
  };
}

const people = ['created_by', 'submitted_by', 'approved_by', 'rejected_by', 'closed_by', 'worker'];

function personOf(data: Data): string | null {
  for (const member of people) {
    const person = data[member];
    if (typeof person === 'object' && person !== null && 'name' in person && typeof person.name === 'string')
      return person.name;
  }
  return null;
}
