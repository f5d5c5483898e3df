/** Cards of people and papers of contractors that run out soon, and those that have. */
import type { Rest } from '../base/attempt.ts';
import { everyRow } from '../base/every-row.ts';
import { rest } from '../base/server.ts';
import { daysUntil, onDay } from '../base/times.ts';
import { asWords } from '../../ui/status.ts';
import { accreditationsOf } from '../contractors/accreditations.tsx';
import type { Task } from './task.ts';

type Row<List extends 'listWorkers' | 'listAllContractors'> = Awaited<ReturnType<Rest[List]>>['data'][number];

/** Cards and papers that run out within this time are announced here. */
const soonDays = 30;

interface Ending {
  readonly task: Omit<Task, 'tone' | 'when' | 'verb'>;
  readonly until: string;
}

export interface Endings {
  /** The one that runs out first comes first. */
  readonly ending: Task[];
  /** The one that ran out last comes first. */
  readonly ended: Task[];
}

/** Of nobody who left. */
export const readExpiring = () =>
  everyRow((page) => rest.listWorkers({ query: { status: 'active', expiring_within: String(soonDays), ...page } }));

export function endingsOf(
  workers: readonly Row<'listWorkers'>[],
  contractors: readonly Row<'listAllContractors'>[],
): Endings {
  const all = [...workers.flatMap(cardsOf), ...contractors.flatMap(papersOf)]
    .map((each) => ({ ...each, days: daysUntil(each.until) }))
    .toSorted((a, b) => a.days - b.days);
  return {
    ending: all.filter(({ days }) => days >= 0 && days <= soonDays).map(taskOf),
    ended: all
      .filter(({ days }) => days < 0)
      .toReversed()
      .map(taskOf),
  };
}

function taskOf({ task, until, days }: Ending & { readonly days: number }): Task {
  return {
    ...task,
    tone: days < 0 ? 'stop' : 'care',
    about: [...task.about, days < 0 ? `expired ${onDay(until)}` : onDay(until)],
    when: days < 0 ? 'expired' : days === 1 ? '1 day' : `${days} days`,
    verb: 'Open',
  };
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
