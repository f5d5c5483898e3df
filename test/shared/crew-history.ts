/** What happens to the crew of one document, as screens and tablets do it, one step after the other. */
import { foldedName } from '../../shared/model/person-name.ts';
import { crewFrom, type Crew, type CrewRecord } from '../../shared/resources/signoff/crew.ts';
import type { NamedPerson } from '../../shared/resources/signoff/named-once.ts';
import { backBy, nextNamesake, offCrew } from '../../shared/resources/signoff/crew-records.ts';
import { isSamePerson } from '../../shared/model/same-person.ts';
import type { Answer } from '../../shared/resources/signoff/standing.ts';
import type { Chance } from '../kit/clock.ts';

export interface Human {
  readonly id: string | null;
  readonly name: string;
  readonly employer_name: string | null;
}

export interface Given extends Omit<Answer, 'isCurrent' | 'version'> {
  readonly key: number;
  readonly version: number;
}

export interface Site {
  readonly version: number;
  /** The first of the versions that signatures count for. */
  readonly since: number;
  readonly personnel: readonly NamedPerson[];
  readonly records: readonly CrewRecord[];
  readonly given: readonly Given[];
}

type SiteCrew = Crew<NamedPerson, Given & Answer>;
export type Somebody = SiteCrew['here'][number] | SiteCrew['notHere'][number];

export function crewOf({ personnel, records, given, since }: Site): SiteCrew {
  return crewFrom(
    personnel,
    records,
    given.map((each) => ({ ...each, isCurrent: each.version >= since })),
  );
}

/** What tells people apart. */
export function descriptionOf({ id, name, employer_name: employer }: Human): string {
  return [id?.toLowerCase() ?? '-', foldedName(name), foldedName(employer ?? '-')].join('/');
}

/** How it is written differs from place to place. */
function spelled({ id, name, employer_name }: Human, how: number): Human {
  const write = (text: string | null): string | null => text && (how % 2 === 0 ? text : ` ${text.toUpperCase()}`);
  return {
    id: how % 4 < 2 || id === null ? id : id.toUpperCase(),
    name: write(name) ?? '',
    employer_name: write(employer_name),
  };
}

export const named = (human: Human, how: number): NamedPerson => {
  const { id, ...words } = spelled(human, how);
  return { ...words, person_id: id, role: 'operative' };
};

/** Numbers say who and how, so that a shorter history is one as well. */
export interface Step {
  readonly does: 'add' | 'leave' | 'back' | 'sign' | 'decline' | 'late' | 'approve' | 'void';
  readonly who: number;
  readonly how: number;
}

/** Whom the step is about, by what tells them apart. */
export interface Done {
  readonly site: Site;
  readonly whom: Somebody | Human | null;
}

/** Undefined = there is nobody to do it with. */
export function take(
  site: Site,
  { does, who, how }: Step,
  everybody: readonly Human[],
  place: number,
): Done | undefined {
  const crew = crewOf(site);
  const among = <T>(people: readonly T[]): T | undefined => people[who % people.length];
  const without = (ids: readonly string[]) => site.records.filter(({ id }) => !ids.includes(id));
  const withAnswer = (by: Human, status: string, version: number): Done => {
    const at = `2026-11-23T07:${String(place).padStart(2, '0')}:00Z`;
    const { id, ...words } = spelled(by, how);
    const answer = { key: place, worker: { ...words, ...(id === null ? {} : { id }) }, status, version, at };
    return { site: { ...site, given: [...site.given, answer] }, whom: by };
  };
  const unbriefed = among(crew.here.filter(({ state }) => state !== 'current'));
  const anybody = among(everybody);
  if (does === 'approve') {
    const version = site.version + 1;
    return { site: { ...site, version, since: how % 3 === 0 ? site.since : version }, whom: null };
  }
  if (does === 'void') {
    const last = among(site.given);
    return last && { site: { ...site, given: site.given.filter((each) => each !== last) }, whom: last.worker as Human };
  }
  if (does === 'late')
    return anybody && withAnswer(anybody, how % 5 === 0 ? 'declined' : 'recorded', 1 + (how % site.version));
  if (does === 'back') {
    const back = among(crew.notHere);
    return back && { site: { ...site, records: without(back.saidBy) }, whom: back };
  }
  if (does === 'add') {
    if (!anybody || crew.here.some((each) => isSamePerson(each, anybody))) return undefined;
    const { id: worker_id, ...words } = spelled(anybody, how);
    const added = { ...words, worker_id };
    const gone = crew.notHere.map((each) => ({ ...each, worker_id: each.id }));
    const { isBack, removed } = backBy(gone, site.records, added);
    const namesake = nextNamesake(added.name, [...crew.here, ...crew.notHere], site.records);
    const record = { ...added, id: idOf(place), namesake, expected: true };
    return { site: { ...site, records: [...without(removed), ...(isBack ? [] : [record])] }, whom: anybody };
  }
  if (!unbriefed) return undefined;
  if (does !== 'leave') return withAnswer(unbriefed, does === 'sign' ? 'recorded' : 'declined', site.version);
  const { removed, added } = offCrew(unbriefed);
  const said = added ? [{ ...added, id: idOf(place) }] : [];
  return { site: { ...site, records: [...without(removed), ...said] }, whom: unbriefed };
}

/** In no order of time. */
function idOf(place: number): string {
  return `${(place * 7) % 10}-${place}`;
}

export function historyBy(chance: Chance, kinds: readonly Step['does'][], length: number): readonly Step[] {
  return Array.from({ length }, () => ({ does: chance.pick(kinds), who: chance.below(60), how: chance.below(60) }));
}

/** The same fault in fewer steps. */
export function shortest(steps: readonly Step[], isFault: (steps: readonly Step[]) => boolean): readonly Step[] {
  for (const i of steps.keys()) {
    const fewer = steps.filter((_, at) => at !== i);
    if (isFault(fewer)) return shortest(fewer, isFault);
  }
  return steps;
}
