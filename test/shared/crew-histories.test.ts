/** What holds for a crew whatever happens to it: histories by chance, the same in each run. `SEEDS=10` runs longer. */
import { expect, test } from 'vitest';
import { crewFrom } from '../../shared/resources/signoff/crew.ts';
import type { NamedPerson } from '../../shared/resources/signoff/named-once.ts';
import { standingOf } from '../../shared/resources/signoff/standing.ts';
import { openChance } from '../kit/clock.ts';
import {
  crewOf,
  descriptionOf,
  historyBy,
  named,
  shortest,
  take,
  type Done,
  type Human,
  type Site,
  type Somebody,
  type Step,
} from './crew-history.ts';

const count = 1000 * Number(process.env['SEEDS'] ?? 1);

/** Throws the shortest history that breaks what `play` expects. */
function always(kinds: readonly Step['does'][], play: (steps: readonly Step[], seed: number) => void): void {
  for (let seed = 1; seed <= count; seed++) {
    const steps = historyBy(openChance(seed), kinds, 9);
    const fault = (some: readonly Step[]): unknown => {
      try {
        play(some, seed);
        return null;
      } catch (error) {
        return error;
      }
    };
    if (fault(steps) === null) continue;
    const short = shortest(steps, (some) => fault(some) !== null);
    throw new Error(`seed ${seed}: ${JSON.stringify(short)}`, { cause: fault(short) });
  }
}

const lineOf = (each: Human, place: string, state: string, keys: readonly number[] = []): string =>
  `${descriptionOf(each)} ${place} ${state} ${keys.toSorted((a, b) => a - b).join()}`;

const keysOf = ({ own }: Pick<Somebody, 'own'>): number[] => own.map(({ key }) => key);

function linesOf(site: Site, answersOf: (each: Somebody) => readonly number[] = keysOf): string[] {
  const { here, notHere } = crewOf(site);
  const lines = (place: string, people: readonly Somebody[]): string[] =>
    people.map((each) => lineOf(each, place, each.state, answersOf(each)));
  return [...lines('here', here), ...lines('gone', notHere)].toSorted();
}

const empty: Site = { version: 1, since: 1, personnel: [], records: [], given: [] };

/** Whom ids or employers tell apart, each from each. */
const apart: readonly Human[] = [
  { id: null, name: 'Jo', employer_name: 'Acme' },
  { id: null, name: 'Jo', employer_name: 'Bolt' },
  { id: 'i1', name: 'Jo', employer_name: 'Cole' },
  { id: 'i2', name: 'Jo', employer_name: 'Cole' },
  { id: null, name: 'Al', employer_name: null },
];

/** What was really said and done of each person, by their description. */
function truthOf(steps: readonly Step[]): { readonly site: Site; readonly lines: readonly string[] } {
  let site = empty;
  const added = new Set<string>();
  const left = new Map<string, number>();
  const ownOf = (human: Human) =>
    site.given
      .filter(({ worker }) => descriptionOf(worker as Human) === descriptionOf(human))
      .map((each) => ({ ...each, isCurrent: each.version >= site.since }));
  const isNamed = (human: Human): boolean =>
    site.personnel.some(
      (each) => descriptionOf({ ...(each as Human), id: each.person_id ?? null }) === descriptionOf(human),
    );
  const isKnown = (human: Human): boolean =>
    isNamed(human) || added.has(descriptionOf(human)) || ownOf(human).length > 0;
  for (const [place, step] of steps.entries()) {
    const done = take(site, step, apart, place);
    if (!done) continue;
    if (done.whom) note(step, done.whom);
    site = done.site;
    if (step.does === 'approve') {
      const people = apart.filter((_, i) => ((step.who >> i) & 1) === 1).map((human) => named(human, step.how));
      site = { ...site, personnel: step.how % 2 === 0 ? people : people.toReversed() };
    }
  }
  const lines = apart.filter(isKnown).map((human) => {
    const own = ownOf(human);
    const { state, last_signed_version: signed } = standingOf(own);
    const until = left.get(descriptionOf(human));
    const isGone = until !== undefined && (signed ?? 0) <= until && state !== 'current';
    return lineOf(human, isGone ? 'gone' : 'here', state, keysOf({ own }));
  });
  return { site, lines: lines.toSorted() };

  function note({ does }: Step, whom: Human): void {
    const key = descriptionOf(whom);
    if (does === 'back') left.delete(key);
    if (does === 'add') {
      if (!left.has(key) || !isKnown(whom)) added.add(key);
      left.delete(key);
    }
    if (does !== 'leave') return;
    if (isNamed(whom) || ownOf(whom).length > 0) left.set(key, standingOf(ownOf(whom)).last_signed_version ?? 0);
    else added.delete(key);
  }
}

test('[WB472] whom ids or employers tell apart are counted by what is their own alone', () => {
  always(['add', 'leave', 'back', 'sign', 'decline', 'late', 'approve', 'approve', 'void'], (steps) => {
    const { site, lines } = truthOf(steps);
    expect(linesOf(site)).toEqual(lines);
  });
});

/** Among them some whom nothing tells apart, or not for sure. */
const alike: readonly Human[] = [
  { id: null, name: 'Jo', employer_name: null },
  { id: null, name: 'Jo', employer_name: 'Acme' },
  { id: null, name: 'Jo', employer_name: 'Bolt' },
  { id: 'i1', name: 'Jo', employer_name: 'Acme' },
  { id: 'i1', name: 'Jo', employer_name: null },
];

function startOf(seed: number): Site {
  const chance = openChance(seed * 7919);
  return {
    ...empty,
    personnel: Array.from({ length: chance.below(4) }, () => named(chance.pick(alike), chance.below(4))),
  };
}

/** Which of two who are alike gave which answer is their own affair. */
const standingsOf = (site: Site): string[] => linesOf(site, () => []);

/** The lines that the step alone makes different. */
function wanted(site: Site, { does }: Step, { site: after, whom }: Done): readonly string[] | null {
  const lines = standingsOf(site);
  if (!whom || does === 'sign' || does === 'decline') return null;
  const from = crewOf(site);
  const without = (line: string): string[] => lines.toSpliced(lines.indexOf(line), 1);
  if (does === 'add') {
    const back = from.notHere.find(({ saidBy }) => saidBy.some((id) => after.records.every((each) => each.id !== id)));
    if (!back) return [...lines, lineOf(whom, 'here', 'missing')];
    return [...without(lineOf(back, 'gone', back.state)), lineOf(back, 'here', back.state)];
  }
  const { state } = whom as Somebody;
  const [place, then] = does === 'leave' ? ['here', 'gone'] : ['gone', 'here'];
  const isDropped = 'addedBy' in whom && whom.addedBy.length > 0;
  const rest = without(lineOf(whom, place ?? '', state));
  return isDropped ? rest : [...rest, lineOf(whom, then ?? '', state)];
}

function checkAnswer(site: Site, { does }: Step, { site: after, whom }: Done): void {
  const [before, then] = [crewOf(site), crewOf(after)];
  const key = after.given.at(-1)?.key;
  const whose = [...then.here, ...then.notHere].find(({ own }) => own.some((each) => each.key === key));
  expect(whose && descriptionOf(whose)).toBe(whom && descriptionOf(whom));
  expect([then.here.length, then.notHere.length]).toEqual([before.here.length, before.notHere.length]);
  const briefed = ({ here }: typeof then): number => here.filter(({ state }) => state === 'current').length;
  expect(briefed(then)).toBe(briefed(before) + Number(does === 'sign'));
}

test('[WB472] of people who may be alike, a step changes the one whom it is about', () => {
  always(['add', 'add', 'leave', 'leave', 'back', 'sign', 'sign', 'decline', 'approve'], (steps, seed) => {
    let site = startOf(seed);
    for (const [place, step] of steps.entries()) {
      const done = take(site, step, alike, place);
      if (!done) continue;
      const { here, notHere } = crewOf(site);
      const twins = [...here, ...notHere].filter(
        (each) => done.whom && descriptionOf(each) === descriptionOf(done.whom),
      );
      if (step.does === 'sign' || step.does === 'decline') checkAnswer(site, step, done);
      // Which of two who are alike answered meanwhile cannot be known.
      const lines = step.does === 'back' && twins.length > 1 ? null : wanted(site, step, done);
      expect(standingsOf(done.site)).toEqual(lines?.toSorted() ?? standingsOf(done.site));
      site = done.site;
      const { personnel, records, given } = site;
      expect(linesOf({ ...site, records: records.toReversed(), given: given.toReversed() })).toEqual(linesOf(site));
      const crew = crewOf(site);
      const all: readonly Somebody[] = [...crew.here, ...crew.notHere];
      expect(all.flatMap(keysOf).toSorted((a, b) => a - b)).toEqual(given.map(({ key }) => key));
      expect(new Set(all.flatMap(({ entries }) => entries))).toEqual(new Set(personnel));
    }
  });
});

test('[SO35] a second role of the same person changes nothing of a crew, in any history', () => {
  always(['add', 'leave', 'back', 'sign', 'decline', 'late', 'approve', 'approve', 'void'], (steps, seed) => {
    const { site } = truthOf(steps);
    // Without an id, what is said of one of several with ids could be of any of them.
    const again = site.personnel
      .filter(({ employer_name: employer }) => employer !== null)
      .map((each, i) => ({ ...each, role: (seed + i) % 2 === 0 ? 'supervisor' : 'first_aider' }));
    const ends = { ...site, personnel: [...site.personnel, ...again] };
    expect(linesOf(ends)).toEqual(linesOf(site));
    expect(linesOf({ ...site, personnel: [...again, ...site.personnel] })).toEqual(linesOf(site));
    const { here, notHere } = crewOf(ends);
    const everybody: readonly Somebody[] = [...here, ...notHere];
    expect(new Set(everybody.flatMap(({ entries }) => entries))).toEqual(new Set(ends.personnel));
  });
});

test('[SO35] who is named in several roles signs once, where nothing tells two people apart', () => {
  const jo = (role: string | null, more: Partial<NamedPerson> = {}) => ({
    name: 'Jo Smith',
    employer_name: 'Acme',
    role,
    ...more,
  });
  const heads = (...personnel: NamedPerson[]): number => crewFrom(personnel, [], []).here.length;
  const second = jo('first_aider', { name: ' jo  smith', employer_name: 'ACME' });
  expect(heads(jo('supervisor'), second)).toBe(1);
  expect(heads(jo('supervisor'), second, jo('fire_marshal'))).toBe(1);
  // Also where one of the entries has an id.
  expect(heads(jo('supervisor'), second, jo('operative', { person_id: 'i' }))).toBe(1);
  const signed = { worker: jo(null), status: 'recorded', isCurrent: true, version: 1, at: null };
  const { here } = crewFrom([jo('supervisor'), { ...second, preferred_language: 'pl' }], [], [signed]);
  expect(here).toMatchObject([{ name: 'Jo Smith', language: 'pl', state: 'current', entries: [{}, {}] }]);
  // Two in one role, of two languages, with two ids, or without an employer may be two.
  expect(heads(jo('operative'), jo('operative'), second)).toBe(3);
  expect(heads(jo('operative'), second, jo('operative'))).toBe(3);
  expect(heads(jo('operative', { person_id: 'i' }), jo('operative'))).toBe(2);
  expect(heads(jo('operative', { preferred_language: 'pl' }), jo('supervisor', { preferred_language: 'ro' }))).toBe(2);
  expect(heads(jo('operative', { person_id: 'i' }), jo('operative', { person_id: 'j' }), second)).toBe(3);
  expect(heads(jo('operative', { employer_name: null }), jo('supervisor', { employer_name: ' ' }))).toBe(2);
  expect(heads(jo('operative'), jo('supervisor', { employer_name: 'Bolt' }))).toBe(2);
  expect(heads(jo(null), second)).toBe(2);
});
