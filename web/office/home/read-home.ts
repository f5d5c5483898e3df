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
import { accreditationsOf } from '../contractors/accreditations.tsx';
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

/** Cards and papers that run out within this time are announced here. */
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
  const [reviews, conflicts, coverage, incidents, permits, workers, archived, contractors] = await Promise.all([
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
    ifMay('projects:read', () => everyRow((query) => rest.listAllContractors({ query }))),
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
    ending: endingSoon([...workers.flatMap(cardsOf), ...contractors.flatMap(papersOf)]),
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

type Lists = 'listDocuments' | 'listConflicts' | 'listIncidents' | 'listPermits' | 'listWorkers' | 'listAllContractors';
type Row<Name extends Lists> =
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
      verb: 'Ask to brief',
      href: `/office/documents/${id}/signoffs?ask=1`,
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
    when: valid_to ? leftOf(valid_to) : '',
    verb: 'Open',
    href: `/office/permits/${id}`,
  };
}

function leftOf(end: string): string {
  const ms = Date.parse(end) - serverTime();
  return ms > 0 ? `${remaining(ms)} left` : 'over';
}

/** Cards and papers by the day on which they run out. */
interface Ending {
  readonly task: Omit<Task, 'tone' | 'when' | 'verb'>;
  readonly until: string;
}

/** The one that runs out first comes first. */
function endingSoon(endings: readonly Ending[]): Task[] {
  return endings
    .map((each) => ({ ...each, days: daysUntil(each.until) }))
    .filter(({ days }) => days <= soonDays)
    .toSorted((a, b) => a.days - b.days)
    .slice(0, mostShown)
    .map(({ task, until, days }) => ({
      ...task,
      tone: 'care',
      about: [...task.about, days < 0 ? `expired ${onDay(until)}` : onDay(until)],
      when: days < 0 ? 'expired' : days === 1 ? '1 day' : `${days} days`,
      verb: 'Open',
    }));
}

function cardsOf({ id, name, employer_name, competence_cards: cards }: Row<'listWorkers'>): Ending[] {
  return cards.flatMap(({ id: card, scheme, expires_on: until }) => {
    const [what, about, href] = [`${asWords(scheme)}, ${name}`, [employer_name ?? ''], `/office/people/${id}`];
    return until ? [{ task: { key: card ?? id, icon: 'id-card', what, about, href }, until }] : [];
  });
}

function papersOf(contractor: Row<'listAllContractors'>): Ending[] {
  const { id, name } = contractor;
  const href = `/office/contractors/${id}`;
  return accreditationsOf(contractor).map(({ word, until }) => ({
    task: { key: `${id} ${word}`, icon: 'hard-hat', what: `${word}, ${name}`, about: [], href },
    until,
  }));
}
