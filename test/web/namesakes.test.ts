/** People of one name, on a crew and among those whom a tablet knows. */
import { expect, test } from 'vitest';
import { goneAs } from '../../shared/resources/signoff/crew-records.ts';
import { crewOf } from '../../web/field/base/crew.ts';
import { offersOf, peopleAmong, presentAmong } from '../../web/field/base/people.ts';
import { personNamed } from '../../web/office/permits/person-named.ts';
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
  expect(peopleAmong(all)).toEqual([
    { id: 'a', name: 'Tim Roe', label: 'Tim Roe (Acme)' },
    { id: 'b', name: 'Tim Roe', label: 'Tim Roe (Bolt)' },
    { id: null, name: 'Zoe', label: 'Zoe' },
  ]);
  expect(peopleAmong(all.slice(1, 3))).toEqual([{ id: 'b', name: 'Tim Roe', label: 'Tim Roe' }]);
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
    { id: 'a', name: 'Tim Roe', label: 'Tim Roe (Acme)' },
    { id: 'b', name: 'Tim Roe', label: 'Tim Roe (Bolt)' },
  ];
  const nameless = { id: null, name: 'Tim Roe' };
  expect(offersOf([{ id: 'a', name: 'Tim Roe' }], [first, second])).toEqual([first, second]);
  expect(offersOf([nameless], [first, second])).toEqual([{ ...nameless, label: 'Tim Roe' }, first, second]);
  expect(offersOf([nameless], [second])).toEqual([{ ...nameless, label: 'Tim Roe (Bolt)' }]);
});

test('[WB484] a name that is written in the office means whom it means anywhere', () => {
  const worker = (name: string, id: string, employer_name: string | null = null) => ({ id, name, employer_name });
  const workers = [worker('Sean O’Brien', 'a', 'Acme'), worker('Ann Lee', 'b', 'Acme'), worker('ann lee', 'c', 'Bolt')];
  expect(personNamed(" sean  o'brien ", workers)).toEqual({ id: 'a', name: "sean  o'brien" });
  expect(personNamed('Ann Lee', workers)).toEqual({ id: null, name: 'Ann Lee' });
  expect(personNamed('Cy Poe', workers)).toEqual({ id: null, name: 'Cy Poe' });
  // The holder may be one of the register, or somebody of the name whom it does not have.
  expect(personNamed('Sean O’Brien', [...workers, { id: 'A', name: 'Sean O’Brien' }, null]).id).toBe('A');
  expect(personNamed('Sean O’Brien', [...workers, { id: null, name: 'Sean O’Brien' }]).id).toBeNull();
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
  expect(goneAs([gone('A'), added], { name: 'jo ', employer_name: 'a' })).toEqual(['gA']);
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
