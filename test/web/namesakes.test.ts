/** People of one name, on a crew and among those whom a tablet knows. */
import { expect, test } from 'vitest';
import { backBy } from '../../shared/resources/signoff/crew-records.ts';
import { crewOf } from '../../web/field/base/crew.ts';
import { offersOf, peopleAmong, presentAmong } from '../../web/field/base/people.ts';
import type { Rest } from '../../web/office/base/attempt.ts';
import type { KnownWorker, People, Somebody } from '../../web/office/base/people.ts';
import { namedOffers } from '../../web/office/frame/named-offers.ts';
import { personNamed, withPermitPeople } from '../../web/office/permits/person-named.ts';
import { answer, crewAt, documentOf, person, shown, type Records, type Signoff } from './support/small-crews.ts';

const crewWith = (personnel: ReturnType<typeof person>[], records: Parameters<typeof crewOf>[2] = []) =>
  crewOf({ document_id: 'd', content: { hazards: [], sections: [], personnel } }, [], records);

test('[WB470] namesakes keep their addresses when one leaves, and employers tell who is who', () => {
  const personnel = [
    person('John Smith', null, 'Acme'),
    person('John Smith', null, 'Bolt'),
    person('Ann', null, 'Acme'),
  ];
  const both = crewWith(personnel).members.map(({ key, label }) => [key, label]);
  expect(both).toEqual([
    ['john%20smith%2C%20acme', 'John Smith (Acme)'],
    ['john%20smith%2C%20bolt', 'John Smith (Bolt)'],
    ['ann%2C%20acme', 'Ann'],
  ]);
  const left = { id: 'g', document_id: 'd', name: 'John Smith', employer_name: 'Acme', namesake: 0, expected: false };
  expect(crewWith(personnel, [left]).members.map(({ key, label }) => [key, label])).toEqual(both.slice(1));
});

test('[WB471] who is asked for is there once, and two of one name are told apart', () => {
  const all = [
    { id: 'a', name: 'Tim Roe', employer_name: 'Acme' },
    { id: null, name: 'tim roe', employer_name: 'Acme' },
    { id: 'b', name: 'Tim Roe', employer_name: 'Bolt' },
    { id: null, name: 'Zoe', employer_name: 'Acme' },
    { id: null, name: 'zoe ', employer_name: null },
  ];
  const tim = (id: string | null, employer_name: string) => ({ id, name: 'Tim Roe', employer_name });
  expect(peopleAmong(all)).toEqual([
    { ...tim('a', 'Acme'), label: 'Tim Roe (Acme)' },
    { ...tim('b', 'Bolt'), label: 'Tim Roe (Bolt)' },
    { id: null, name: 'Zoe', employer_name: 'Acme', label: 'Zoe' },
  ]);
  // Without an id, too, somebody of another employer is somebody else; who may be one of the others is nobody more.
  const others = [tim('b', 'Bolt'), tim(null, 'Acme'), tim(null, 'Cole'), { id: null, name: 'Tim Roe' }];
  expect(peopleAmong(others).map(({ id, label }) => [id, label])).toEqual([
    [null, 'Tim Roe (Acme)'],
    ['b', 'Tim Roe (Bolt)'],
    [null, 'Tim Roe (Cole)'],
  ]);
});

test('[WB485] who has left every crew is not offered, and another of the name can be chosen', () => {
  const known = (name: string, id: string | null, employer_name: string | null = null) => ({ id, name, employer_name });
  const gone = (name: string, worker_id: string | null, employer_name: string | null = null) => ({
    id: `g${name}`,
    document_id: 'd',
    name,
    worker_id,
    employer_name,
    namesake: 0,
    expected: false,
  });
  const personnel = [person('Ann'), person('Jo', null, 'A'), person('Jo', null, 'B'), person('Tim', 'i')];
  const left = crewWith(personnel, [gone('Ann', null), gone('Jo', null, 'A'), gone('Tim', 'i')]);
  const all = [known('ann', null), known('Jo', null, 'A'), known('Jo', null, 'B'), known('Tim', 'i')];
  const others = [known('Tim', 'k'), known('Mo', null)];
  expect(presentAmong([...all, ...others], [left])).toEqual([all[2], ...others]);
  // Who is on another crew is here.
  expect(presentAmong(all, [left, crewWith([person('Ann', 'n')])])).toEqual([all[0], all[2]]);

  const [first, second] = [
    { id: 'a', name: 'Tim Roe', employer_name: 'Acme', label: 'Tim Roe (Acme)' },
    { id: 'b', name: 'Tim Roe', employer_name: 'Bolt', label: 'Tim Roe (Bolt)' },
  ];
  const nameless = { id: null, name: 'Tim Roe' };
  expect(offersOf([{ id: 'a', name: 'Tim Roe' }], [first, second])).toEqual([first, second]);
  expect(offersOf([nameless], [first, second])).toEqual([{ ...nameless, label: 'Tim Roe' }, first, second]);
  // Whom it means is recorded as they are known.
  expect(offersOf([nameless], [second])).toEqual([{ ...second, label: 'Tim Roe' }]);
  // Somebody whom nobody here knows is told apart from those who are known.
  const unknown = { id: null, name: 'Tim Roe', employer_name: 'Acme' };
  expect(offersOf([unknown], [{ ...second, id: null }]).map(({ label }) => label)).toEqual([
    'Tim Roe (Acme)',
    'Tim Roe (Bolt)',
  ]);
});

/** A register that is read. */
const read = (workers: readonly KnownWorker[]): People => ({
  offered: workers,
  note: undefined,
  known: () => Promise.resolve(workers),
});
const named = (text: string, people: People, preset?: Somebody) => personNamed({} as Rest, text, people, preset); // nothing is asked of it

test('[WB484] a name that is written in the office means whom it means anywhere', async () => {
  const worker = (name: string, id: string, employer_name: string | null = null) => ({ id, name, employer_name });
  const workers = [worker('Sean O’Brien', 'a', 'Acme'), worker('Ann Lee', 'b', 'Acme'), worker('ann lee', 'c', 'Bolt')];
  expect(await named(" sean  o'brien ", read(workers))).toEqual({
    id: 'a',
    name: "sean  o'brien",
    employer_name: 'Acme',
  });
  expect(await named('Ann Lee', read(workers))).toEqual({ id: null, name: 'Ann Lee' });
  expect(await named('Cy Poe', read(workers))).toEqual({ id: null, name: 'Cy Poe' });
  // The holder may be one of the register, or somebody of the name whom it does not have.
  const sean = { id: null, name: 'Sean O’Brien' };
  expect((await named('Sean O’Brien', withPermitPeople(read(workers), { ...sean, id: 'A' }, null))).id).toBe('a');
  expect((await named('Sean O’Brien', withPermitPeople(read(workers), sean))).id).toBeNull();
});

test('[WB523] the office offers people of one name with what tells them apart, and means one', async () => {
  const worker = (id: string, employer_name: string | null, trade: string | null = null, card_number = '') => ({
    id,
    name: 'Jan Novak',
    employer_name,
    trade,
    card_number,
  });
  const workers = [
    worker('a', 'Acme', 'Welder', '11'),
    worker('b', 'Acme', 'Welder', '22'),
    worker('c', 'acme', 'Fitter', '33'),
    worker('d', 'Bolt', 'Welder', '44'),
    worker('e', null),
    { id: 'f', name: 'Ann Lee', employer_name: 'Acme' },
  ];
  expect([...namedOffers(workers)].map(([offer, { id }]) => [offer, id])).toEqual([
    ['Ann Lee', 'f'],
    ['Jan Novak', 'e'],
    ['Jan Novak (acme, Fitter)', 'c'],
    ['Jan Novak (Acme, Welder, 11)', 'a'],
    ['Jan Novak (Acme, Welder, 22)', 'b'],
    ['Jan Novak (Bolt)', 'd'],
  ]);
  expect(await named(' Jan Novak (Acme, Welder, 22)', read(workers))).toEqual({
    id: 'b',
    name: 'Jan Novak',
    employer_name: 'Acme',
  });
  // Nobody is meant by what is the same of two, in whatever case.
  const alike = { name: 'Jan Novak', employer_name: 'Acme' };
  const twins = [worker('g', 'Acme', 'Welder'), worker('h', 'acme', 'welder')];
  expect(await named('Jan Novak (Acme, Welder)', read(twins))).toEqual({ id: null, ...alike });
  expect(await named('Jan Novak', read([worker('g', null), worker('h', null)]))).toEqual({
    id: null,
    name: 'Jan Novak',
  });
  // The register describes those of a permit whom it has; others are offered beside it.
  const pair = [worker('g', 'Acme', 'Welder'), worker('h', 'Acme', 'Fitter')];
  const known = withPermitPeople(read(pair), { id: 'H', ...alike });
  expect([...namedOffers(known.offered).keys()]).toEqual(['Jan Novak (Acme, Fitter)', 'Jan Novak (Acme, Welder)']);
  expect(await named('Jan Novak (Acme, Fitter)', known)).toEqual({ id: 'h', ...alike });
  const beside = withPermitPeople(
    read(pair.slice(0, 1)),
    { id: null, name: 'Jan Novak' },
    { id: null, name: 'jan novak' },
  );
  expect([...namedOffers(beside.offered)].map(([offer, { id }]) => [offer, id])).toEqual([
    ['Jan Novak', null],
    ['Jan Novak (Acme)', 'g'],
  ]);
  expect(withPermitPeople(read(pair.slice(0, 1)), { id: null, ...alike }).offered).toEqual(pair.slice(0, 1));
  // The field begins with the holder: as long as that is left, it means the holder.
  const holder = { id: 'd', name: 'Jan Novak', employer_name: 'Bolt' };
  expect(await named('Jan Novak', read(workers.slice(0, 4)), holder)).toEqual(holder);
  expect(await named('Jan Novak', read(workers.slice(0, 4)))).toEqual({ id: null, name: 'Jan Novak' });
});

test('[WB452] who is gone stays so when another of the name is added, named or gone', () => {
  const gone = (employer_name: string | null) => ({
    id: `g${employer_name}`,
    document_id: 'd',
    name: 'Jo',
    employer_name,
    namesake: 0,
    expected: false,
    signed_version: 1,
  });
  const states = (personnel: ReturnType<typeof person>[], signoffs: Signoff[], records: Records) => {
    const { members, notHere } = crewAt(documentOf(2, ...personnel), signoffs, records);
    return [members.map(({ employer }) => employer), notHere.map(({ employer_name: employer }) => employer)];
  };
  const added = { id: 'r', document_id: 'd', name: 'Jo', employer_name: 'B', namesake: 1, expected: true };
  const bare = answer('Jo', { status: 'declined' });
  expect(states([], [answer('Jo', { employer_name: 'A' })], [gone('A'), added])).toEqual([['B'], ['A']]);
  expect(states([person('Jo', null, 'B'), person('Jo', null, 'A')], [], [gone('A')])).toEqual([['B'], ['A']]);
  expect(states([person('Jo', 'i', 'B'), person('Jo')], [bare], [gone(null)])).toEqual([['B'], [null]]);
  expect(states([person('Jo', null, 'A'), person('Jo', null, 'B')], [], [gone('A'), gone('B')])).toEqual([
    [],
    ['A', 'B'],
  ]);
  // What was said of somebody who is named no more hides nobody who is added later.
  const again = { name: 'jo ', employer_name: 'a' };
  expect(backBy([], [gone('A'), added], again)).toEqual({ isBack: false, removed: ['gA'] });
});

test('[WB462] a bare name means nobody among different employers, and a person keeps theirs', () => {
  const bare = [answer('Jo')];
  expect(shown(documentOf(1, person('Jo', 'i', 'A'), person('Jo', null, 'B')), bare)).toContain('Jo missing');
  expect(shown(documentOf(1, person('Jo', 'i', 'A'), person('Jo', null, 'B')), bare).slice(0, 2)).toEqual([
    'Jo missing',
    'Jo missing',
  ]);
  const both = [answer('Jo', { employer_name: 'A' }), answer('Jo', { employer_name: 'B', version: 2 })];
  expect(shown(documentOf(2, person('Jo')), both)).toEqual(['Jo old', 'Jo current']);
  expect(shown(documentOf(1, person('Ann', ''), person('Bob', ''), person('Cat', '')), [])).toHaveLength(3);
  for (const [a, b] of [
    ['Sean O’Brien', "SEAN O'BRIEN"],
    ['Smith‑Jones', 'smith-jones'],
    ['Strauß', 'STRAUSS'],
    ['İbrahim Yıldız', 'İBRAHİM YILDIZ'],
  ] as const)
    expect(shown(documentOf(1, person(a)), [answer(b)])).toEqual([`${a} current`]);
});

const left = (name: string, employer_name: string | null, more = {}) => ({
  id: `g${name}${employer_name}`,
  document_id: 'd',
  name,
  employer_name,
  namesake: 0,
  expected: false,
  signed_version: 1,
  ...more,
});

const placesIn = (personnel: ReturnType<typeof person>[], signoffs: Signoff[], records: Records) => {
  const { members, notHere } = crewAt(documentOf(2, ...personnel), signoffs, records);
  return [
    ...members.map(({ id, employer, briefed }) => `${id ?? employer} ${briefed}`),
    ...notHere.map(({ id, employer_name: employer, state }) => `${id ?? employer} ${state}, gone`),
  ];
};

test('[WB465] what somebody answered stays theirs when another of the name comes after them', () => {
  const added = (employer_name: string | null) => ({
    ...left('Jo', employer_name),
    id: 'r',
    expected: true,
    namesake: 1,
  });
  const [signed, refused] = [
    answer('Jo', { employer_name: 'A' }),
    answer('Jo', { employer_name: 'A', status: 'declined', version: 2 }),
  ];
  expect(placesIn([], [signed], [left('Jo', 'A'), added(null)])).toEqual(['null missing', 'A old, gone']);
  expect(placesIn([], [refused], [left('Jo', 'A'), added(null)])).toEqual(['null missing', 'A declined, gone']);
  expect(placesIn([person('Jo')], [signed], [left('Jo', 'A')])).toEqual(['null missing', 'A old, gone']);
  const known = [answer('Jo', { id: 'i' })];
  expect(placesIn([], known, [left('Jo', null, { worker_id: 'i' }), added('A')])).toEqual(['A missing', 'i old, gone']);
  // Who comes back signs as they are named; what another of the name signs brings nobody back.
  const later = answer('Jo', { employer_name: 'B', version: 2 });
  expect(placesIn([person('Jo')], [later], [left('Jo', null)])).toEqual(['B current', 'null missing, gone']);
  expect(placesIn([person('Jo')], [answer('Jo', { version: 2 })], [left('Jo', null)])).toEqual(['null current']);
});

test('[WB466] of two who are alike, what is signed is of the one who is here and needs it', () => {
  const two = documentOf(2, person('Jo'), person('Jo'));
  const at = (hour: string, version: number, status = 'recorded') =>
    answer('Jo', { at: `${hour}:00`, version, status });
  const first = left('Jo', null, { signed_version: 0 });
  expect(shown(two, [at('08', 2)], [first])).toEqual(['Jo current']);
  expect(shown(two, [at('08', 2), at('09', 1), at('10', 2)])).toEqual(['Jo current', 'Jo current']);
  expect(shown(two, [at('08', 2), at('09', 2, 'declined'), at('10', 2)])).toEqual(['Jo current', 'Jo current']);
  // What the first had signed by then stays theirs.
  expect(shown(two, [at('08', 1)], [left('Jo', null)])).toEqual(['Jo missing']);
});

test('[WB467] a version that drops one of two namesakes decides whose a signature is', () => {
  const both = [person('Jo'), person('Jo', null, 'B')];
  const signed = [answer('Jo', { employer_name: 'B' })];
  expect(shown(documentOf(1, ...both), signed)).toEqual(['Jo missing', 'Jo current']);
  expect(shown(documentOf(2, person('Jo')), signed, [], 1)).toEqual(['Jo current']);
  // Those whom employers tell apart keep theirs.
  expect(shown(documentOf(2, person('Jo', null, 'A')), signed, [], 1)).toEqual(['Jo missing', 'Jo current']);
});

test('[WB468] who only signed is described by the sign-off that says most of them', () => {
  const signed = [answer('Jo'), answer('Jo', { id: 'i', employer_name: 'A' }), answer('Jo', { employer_name: 'B' })];
  expect(placesIn([], signed, [])).toEqual(['i old', 'B old']);
  expect(placesIn([], signed, [left('Jo', null, { worker_id: 'i' })])).toEqual(['B old', 'i old, gone']);
});

test('[WB455] who is added comes back by id, where both sides have one', () => {
  const gone = { name: 'Jo', employer_name: 'A', worker_id: 'i', saidBy: ['g'] };
  const add = (employer_name: string | null, worker_id: string | null) =>
    backBy([gone], [left('Jo', 'A', { worker_id: 'i' })], { name: 'Jo', employer_name, worker_id }).isBack;
  expect([add('A', 'I'), add(null, 'i'), add('A', null)]).toEqual([true, true, true]);
  expect([add('A', 'j'), add(null, null)]).toEqual([false, false]);
  // What sleeps for the same worker hides them no more; what is shown of another stays.
  const sleeping = left('Joanna', null, { worker_id: 'j' });
  expect(backBy([gone], [sleeping], { name: 'Jo', employer_name: 'A', worker_id: 'j' }).removed).toEqual([sleeping.id]);
});
