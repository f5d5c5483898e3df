/** Reads what home shows: from each list only what its reader may see, the most urgent first. */
import { serverTime, serverTimeIso } from '../base/clock.ts';
import { everyRow } from '../base/every-row.ts';
import type { IconName, Tone } from '../../ui/icon.tsx';
import { asWords } from '../../ui/status.ts';
import type { Coverage } from '../base/coverage.ts';
import type { Me } from '../base/me.ts';
import { rest } from '../base/server.ts';
import { remaining } from '../../ui/words/remaining.ts';
import { daysUntil, onDay, recently, since } from '../base/times.ts';
import { worstFirst } from '../permits/verbs.ts';

export interface Task {
  readonly key: string;
  readonly icon: IconName;
  readonly tone: Tone;
  readonly what: string;
  readonly about: readonly string[];
  /** How long it waits or still lasts. */
  readonly when?: string;
  readonly verb: string;
  readonly href: string;
  /** The next thing to do, in blue. */
  readonly isNext?: boolean;
}

export interface Home {
  readonly decisions: readonly Task[];
  readonly again: readonly Task[];
  readonly running: readonly Task[];
  readonly ending: readonly Task[];
  readonly coverage: readonly Coverage[];
  /** When it was read. */
  readonly at: string;
}

/** Cards that expire within this time are announced here. */
const soonDays = 30;
const mostShown = 8;
/** The others are under Sign-offs. */
const mostBriefed = 5;

export async function readHome({ permissions }: Me): Promise<Home> {
  const ifMay = <Item>(
    permission: string,
    read: () => Promise<{ readonly data: readonly Item[] }>,
  ): Promise<readonly Item[]> =>
    permissions.includes(permission) ? read().then(({ data }) => data) : Promise.resolve([]);
  const now = serverTime();
  const [reviews, conflicts, coverage, incidents, permits, workers, archived] = await Promise.all([
    ifMay('documents:read', () =>
      everyRow((page) => rest.listDocuments({ query: { status: 'pending_review', ...page } })),
    ),
    ifMay('documents:read', () => everyRow((page) => rest.listConflicts({ query: { status: 'open', ...page } }))),
    ifMay('signoffs:read', () => everyRow((query) => rest.listCoverage({ query }))),
    ifMay('incidents:read', () =>
      everyRow((page) =>
        rest.listIncidents({ query: { status: 'reported,triaged,investigating,actions_open', ...page } }),
      ),
    ),
    ifMay('permits:read', () =>
      everyRow((page) => rest.listPermits({ query: { status: 'open,suspended,expired', ...page } })),
    ),
    ifMay('workers:read', () =>
      everyRow((page) => rest.listWorkers({ query: { expiring_within: String(soonDays), ...page } })),
    ),
    ifMay('projects:read', () => everyRow((page) => rest.listSites({ query: { status: 'archived', ...page } }))),
  ]);
  const places = new Set(archived.map(({ id }) => id));
  const worked = coverage.filter(({ site_id: site }) => !places.has(site ?? ''));
  return {
    decisions: [...reviews.map(reviewTask), ...conflicts.map(conflictTask)],
    again: worked.flatMap(briefAgainTask),
    running: [
      ...over(permits, now).map(permitTask),
      ...incidents.map(incidentTask),
      ...worstFirst(permits, now)
        .filter((permit) => !isOver(permit, now))
        .map(permitTask),
    ],
    ending: endingCards(workers),
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

type Row<Name extends 'listDocuments' | 'listConflicts' | 'listIncidents' | 'listPermits' | 'listWorkers'> =
  ReturnType<(typeof rest)[Name]> extends Promise<{ readonly data: (infer Each)[] }> ? Each : never;

function reviewTask({ id, title, reference, version, updated_at }: Row<'listDocuments'>): Task {
  return {
    key: id,
    icon: 'file-check',
    tone: 'act',
    what: title,
    about: [`${reference ?? ''} v${version}`, `since ${onDay(updated_at)}`],
    when: since(updated_at),
    verb: 'Review',
    href: `/office/documents/${id}/review`,
    isNext: true,
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

function briefAgainTask({ id, title, reference, current_approved_version: version, people }: Coverage): Task[] {
  const old = people.filter(({ state }) => state === 'old');
  if (version === null || old.length === 0) return [];
  return [
    {
      key: id,
      icon: 'users',
      tone: 'stop',
      what: `${old.map(({ name }) => name).join(', ')} signed an old version`,
      about: [reference ?? '', title, `version ${version} is in force`],
      verb: 'Open',
      href: `/office/documents/${id}/signoffs`,
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

function isOver({ valid_to: end }: Row<'listPermits'>, now: number): boolean {
  return end != null && Date.parse(end) <= now;
}

/** Of these the work has to stop. */
function over(permits: readonly Row<'listPermits'>[], now: number): Row<'listPermits'>[] {
  return worstFirst(permits, now).filter((permit) => isOver(permit, now));
}

function permitTask(permit: Row<'listPermits'>): Task {
  const { id, permit_number, title, location, state, valid_to } = permit;
  return {
    key: id,
    icon: 'shield-check',
    tone: isOver(permit, serverTime()) ? 'stop' : 'plain',
    what: `${title ?? location ?? 'Permit'}: ${asWords(state).toLowerCase()}`,
    about: [permit_number ?? '', valid_to ? `ends ${recently(valid_to)}` : ''],
    when: valid_to && !isOver(permit, serverTime()) ? `${remaining(Date.parse(valid_to) - serverTime())} left` : '',
    verb: 'Open',
    href: `/office/permits/${id}`,
  };
}

/** The one that runs out first comes first. */
function endingCards(workers: readonly Row<'listWorkers'>[]): Task[] {
  return workers
    .flatMap(({ id, name, employer_name, competence_cards }) =>
      competence_cards.flatMap(({ id: card, scheme, expires_on }) => {
        const days = expires_on ? daysUntil(expires_on) : Infinity;
        return days <= soonDays && expires_on ? [{ id, card, name, employer_name, scheme, expires_on, days }] : [];
      }),
    )
    .toSorted((a, b) => a.days - b.days)
    .slice(0, mostShown)
    .map(({ id, card, name, employer_name, scheme, expires_on, days }) => ({
      key: card ?? id,
      icon: 'id-card',
      tone: 'care',
      what: `${asWords(scheme)}, ${name}`,
      about: [employer_name ?? '', days < 0 ? `expired ${onDay(expires_on)}` : onDay(expires_on)],
      when: days < 0 ? 'expired' : days === 1 ? '1 day' : `${days} days`,
      verb: 'Open',
      href: `/office/people/${id}`,
    }));
}
