/** Reads what home shows: from each list only what its reader may see or, of decisions, take; the most urgent first. */
import { serverTime, serverTimeIso } from '../base/clock.ts';
import { everyRow } from '../base/every-row.ts';
import { asWords } from '../../ui/status.ts';
import type { Coverage } from '../base/coverage.ts';
import { readHandedIn } from '../frame/handed-in.ts';
import type { Me } from '../base/me.ts';
import { rest } from '../base/server.ts';
import { onDay, since } from '../base/times.ts';
import { readActive } from '../contractors/accreditations.tsx';
import { mayDecide } from '../documents/review/may-decide.ts';
import { conditionTasks } from './condition-tasks.ts';
import { endingsOf, readExpiring } from './endings.ts';
import { readPermitTasks } from './permit-tasks.ts';
import { refusedTask } from './refused-tasks.ts';
import { readAskedOf, submissionTasks } from './submission-tasks.ts';
import type { Task } from './task.ts';

export interface Home {
  /** Of a contractor's own person. */
  readonly asked: readonly Task[];
  readonly decisions: readonly Task[];
  readonly again: readonly Task[];
  readonly running: readonly Task[];
  readonly ending: readonly Task[];
  readonly ended: readonly Task[];
  readonly coverage: readonly Coverage[];
  /** When it was read. */
  readonly at: string;
}

/** The others are under Sign-offs. */
const mostBriefed = 5;

export async function readHome(me: Me): Promise<Home> {
  const { permissions } = me;
  const ifMay = <Item>(
    permission: string,
    read: () => Promise<{ readonly data: readonly Item[] }>,
  ): Promise<readonly Item[]> =>
    permissions.includes(permission) ? read().then(({ data }) => data) : Promise.resolve([]);
  const mayBrief = permissions.includes('signoffs:write');
  const [
    reviews,
    handedIn,
    conflicts,
    refused,
    coverage,
    incidents,
    permits,
    workers,
    archived,
    contractors,
    asked,
    { settings, timezone },
  ] = await Promise.all([
    ifMay('documents:approve', () =>
      everyRow((page) => rest.listDocuments({ query: { status: 'pending_review', ...page } })),
    ),
    ifMay('documents:approve', readHandedIn),
    ifMay('conflicts:write', () => everyRow((page) => rest.listConflicts({ query: { status: 'open', ...page } }))),
    ifMay('conflicts:write', () => everyRow((page) => rest.listRefused({ query: { status: 'open', ...page } }))),
    ifMay('signoffs:read', () => everyRow((query) => rest.listCoverage({ query }))),
    ifMay('incidents:read', () =>
      everyRow((page) =>
        rest.listIncidents({ query: { status: 'reported,triaged,investigating,actions_open', ...page } }),
      ),
    ),
    permissions.includes('permits:read')
      ? readPermitTasks(serverTime(), permissions.includes('permits:write'))
      : { requested: [], over: [], watches: [], unclosed: [], running: [] },
    ifMay('workers:read', readExpiring),
    ifMay('projects:read', () => everyRow((page) => rest.listSites({ query: { status: 'archived', ...page } }))),
    ifMay('projects:read', readActive),
    readAskedOf(me),
    rest.getOrganisation(),
  ]);
  const places = new Set(archived.map(({ id }) => id));
  const mayReview = ({ review }: Row<'listDocuments'>): boolean =>
    review !== null && mayDecide(review, me, settings).may;
  const worked = coverage.filter(({ site_id: site }) => !places.has(site ?? ''));
  return {
    asked,
    decisions: [
      ...permits.requested,
      ...reviews.map((each) => reviewTask(each, mayReview(each))),
      ...submissionTasks(handedIn, me, settings),
      ...conflicts.map(conflictTask),
      ...refused.map(refusedTask),
    ],
    again: worked.flatMap((each) => briefAgainTask(each, mayBrief)),
    running: [
      ...conditionTasks(worked, timezone, permissions.includes('documents:approve')),
      ...permits.over,
      ...permits.watches,
      ...incidents.map(incidentTask),
      ...permits.unclosed,
      ...permits.running,
    ],
    ...endingsOf(workers, contractors),
    coverage: worked
      .filter(({ people }) => people.length > 0)
      .toSorted((a, b) => unbriefed(b) - unbriefed(a))
      .slice(0, mostBriefed),
    at: serverTimeIso(),
  };
}

/** How many still have to sign what is in force; nobody can before something is approved. */
function unbriefed({ people, current_approved_version: version }: Coverage): number {
  return version === null ? -1 : people.filter(({ state }) => state !== 'current').length;
}

type Lists = 'listDocuments' | 'listConflicts' | 'listIncidents';
type Row<Name extends Lists> =
  ReturnType<(typeof rest)[Name]> extends Promise<{ readonly data: (infer Each)[] }> ? Each : never;

/** For who may not decide on it, the way to the document. */
function reviewTask(
  { id, title, reference, version, submitted_at: submitted }: Row<'listDocuments'>,
  mayReview: boolean,
): Task {
  return {
    key: id,
    icon: 'file-check',
    tone: 'act',
    what: title,
    about: [`${reference ?? ''} v${version}`, submitted ? `since ${onDay(submitted)}` : ''],
    when: submitted ? since(submitted) : '',
    verb: mayReview ? 'Review' : 'Open',
    href: `/office/documents/${id}${mayReview ? '/review' : ''}`,
    isNext: mayReview,
  };
}

function conflictTask({ id, record_kind, field, author, created_at }: Row<'listConflicts'>): Task {
  return {
    key: id,
    icon: 'merge',
    tone: 'care',
    what: `Two values for ${asWords(field).toLowerCase()}`,
    about: [asWords(record_kind), author.name, onDay(created_at)],
    when: since(created_at),
    verb: 'Settle',
    href: `/office/settle/${id}`,
    isNext: true,
  };
}

function briefAgainTask(
  { id, title, reference, current_approved_version: version, people }: Coverage,
  mayAsk: boolean,
): Task[] {
  const old = people.filter(({ state }) => state === 'old');
  if (version === null || old.length === 0) return [];
  return [
    {
      key: id,
      icon: 'users',
      tone: 'stop',
      what: `${old.map(({ name }) => name).join(', ')} signed an old version`,
      about: [reference ?? '', title, `version ${version} is in force`],
      verb: mayAsk ? 'Ask to brief' : 'Open',
      href: `/office/documents/${id}/signoffs${mayAsk ? '?ask=1' : ''}`,
    },
  ];
}

function incidentTask(row: Row<'listIncidents'>): Task {
  const { id, reference, incident_type, description, occurred_at, status } = row;
  return {
    key: id,
    icon: 'siren',
    tone: 'stop',
    what: description,
    about: [reference ?? '', incident_type ?? '', asWords(status), occurred_at ? onDay(occurred_at) : ''],
    when: occurred_at ? since(occurred_at) : '',
    verb: 'Open',
    href: `/office/incidents/${id}`,
  };
}
