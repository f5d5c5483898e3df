/** Whose sign-off is whose, and who is briefed: pure functions that the office and the tablets share. */
import { describe, expect, test } from 'vitest';
import { coverageOf } from '../../shared/resources/signoff/coverage.ts';

type Sign = Parameters<typeof coverageOf>[1][number];

const ann = { name: 'Ann Lee', person_id: 'a1' };
const john = { name: 'John Smith' };

let minute = 0;
function signed(name: string, id: string | null = null, more: Partial<Sign> = {}): Sign {
  const at = `2026-11-23T07:${String(minute++ % 60).padStart(2, '0')}:00Z`;
  return { worker: { id, name }, status: 'recorded', isCurrent: true, version: 2, at, ...more };
}

function stateOf(expected: Parameters<typeof coverageOf>[0], signoffs: readonly Sign[]): string[] {
  return coverageOf(expected, signoffs).people.map(
    ({ name, worker_id, state }) => `${name} ${worker_id ?? '-'} ${state}`,
  );
}

test.each([
  ['an id, whatever the name', [ann], [signed('A. Lee', 'a1')], ['Ann Lee a1 current']],
  ['a name, if one side has no id', [ann], [signed('ann lee ')], ['Ann Lee a1 current']],
  [
    'a name, whatever its spacing and Unicode form',
    [{ name: 'Zoe\u0308  Ash' }],
    [signed('zo\u00eb ash')],
    ['Zoe\u0308  Ash - current'],
  ],
  ['an id, whatever its letter case', [ann], [signed('A. Lee', 'A1')], ['Ann Lee a1 current']],
  ['a name on the document and an id on the sign-off', [john], [signed('John Smith', 'j1')], ['John Smith - current']],
  ['nobody else of that name', [ann], [signed('Ann Lee', 'a2')], ['Ann Lee a1 missing', 'Ann Lee a2 current']],
  [
    'nobody whose id reads like the name',
    [{ name: 'Bo', person_id: 'al' }],
    [signed('Al')],
    ['Bo al missing', 'Al - current'],
  ],
])('[WB80] a sign-off is matched by %s', (_what, expected, signoffs, states) => {
  expect(stateOf(expected, signoffs)).toEqual(states);
});

test('[WB80] one sign-off counts for one of two namesakes', () => {
  expect(stateOf([john, john], [signed('John Smith')])).toEqual(['John Smith - missing', 'John Smith - current']);
  expect(stateOf([john, john], [signed('John Smith'), signed('John Smith')])).toEqual([
    'John Smith - current',
    'John Smith - current',
  ]);
  expect(stateOf([john, john], [signed('John Smith', 'j1'), signed('John Smith', 'j2')])).toEqual([
    'John Smith - current',
    'John Smith - current',
  ]);
});

test('[WB80] a bare name counts for neither of two namesakes who have ids', () => {
  const namesakes = [
    { name: 'John Smith', person_id: 'j1' },
    { name: 'John Smith', person_id: 'j2' },
  ];
  expect(stateOf(namesakes, [signed('John Smith')])).toEqual([
    'John Smith j1 missing',
    'John Smith j2 missing',
    'John Smith - current',
  ]);
});

test('[WB80] a person with two roles on the document is one person', () => {
  expect(stateOf([ann, { ...ann, trade: 'Banksman' }], [signed('Ann Lee', 'a1')])).toEqual(['Ann Lee a1 current']);
});

test('[WB14] the latest answer to the version in force counts', () => {
  const declined = { status: 'declined' };
  expect(stateOf([john], [signed('John Smith'), signed('John Smith', null, declined)])).toEqual([
    'John Smith - declined',
  ]);
  expect(stateOf([john], [signed('John Smith', null, declined), signed('John Smith')])).toEqual([
    'John Smith - current',
  ]);
  const old = { isCurrent: false, version: 1 };
  expect(
    stateOf([john], [signed('John Smith', null, old), signed('John Smith', null, { ...old, ...declined })]),
  ).toEqual(['John Smith - old']);
  // Who refused an earlier version was not asked about this one.
  expect(stateOf([john], [signed('John Smith', null, { ...declined, ...old })])).toEqual(['John Smith - missing']);
  expect(stateOf([john], [signed('John Smith', null, { status: 'voided' })])).toEqual(['John Smith - missing']);
});

test.each([
  ['of another offset', '2026-11-23T10:00:00+02:00', '2026-11-23T09:00:00Z'],
  ['written more exactly', '2026-11-23T09:00:00Z', '2026-11-23T09:00:00.500Z'],
])('[SO31] the latest answer is that of the latest instant, also %s', (_what, first, then) => {
  const refused = signed('John Smith', null, { status: 'declined', at: first });
  const signedAfter = signed('John Smith', null, { at: then });
  for (const answers of [
    [refused, signedAfter],
    [signedAfter, refused],
  ])
    expect(stateOf([john], answers)).toEqual(['John Smith - current']);
});

test('[SO31] answers with an id and without one are in one order of time', () => {
  const old = { isCurrent: false, version: 1 };
  const linked = [{ ...ann, employer_name: 'Acme' }];
  const refused = () => signed('Ann Lee', null, { status: 'declined' });
  for (const expected of [linked, [{ name: 'Ann Lee' }]])
    expect(coverageOf(expected, [refused(), signed('Ann Lee', 'a1')]).people).toMatchObject([{ state: 'current' }]);
  expect(coverageOf(linked, [signed('Ann Lee', 'a1'), refused()]).people).toMatchObject([{ state: 'declined' }]);
  const earlier = [signed('Ann Lee', null, old), signed('Ann Lee', 'a1', { ...old, version: 2 })];
  expect(coverageOf(linked, earlier).people).toMatchObject([{ state: 'old', signed_version: 2 }]);
  // Named by nobody.
  expect(coverageOf([], [refused(), signed('Ann Lee', 'a1')]).people).toMatchObject([{ state: 'current' }]);
});

describe('[WB462] an employer tells namesakes apart where a side has no id', () => {
  const [acme, bolt] = [
    { name: 'Ian Joy', employer_name: 'Acme' },
    { name: 'Ian Joy', employer_name: 'Bolt' },
  ];
  const by = (employer_name: string | null, more: Partial<Sign> = {}, id: string | null = null) =>
    signed('Ian Joy', null, { ...more, worker: { id, name: 'ian joy', employer_name } });
  const record = (id: string, employer_name: string, more = {}) => ({
    id,
    name: 'Ian Joy',
    employer_name,
    namesake: 0,
    expected: true,
    ...more,
  });
  const states = (...given: Parameters<typeof coverageOf>) =>
    coverageOf(...given)
      .people.map(({ employer_name, state }) => `${employer_name} ${state}`)
      .toSorted();

  test.each([
    ['named alone', [acme], [by('Bolt')], ['Acme missing', 'Bolt current']],
    ['named with an id', [{ ...acme, person_id: 'a' }], [by('Bolt')], ['Acme missing', 'Bolt current']],
    ['signing with an id', [acme], [by('Bolt', {}, 'b')], ['Acme missing', 'Bolt current']],
    [
      'named with ids both',
      [
        { ...acme, person_id: 'a' },
        { ...bolt, person_id: 'b' },
      ],
      [by(' bolt')],
      ['Acme missing', 'Bolt current'],
    ],
    ['signing without one', [acme, bolt], [by(null)], ['Acme missing', 'Bolt missing', 'null current']],
    ['of no known employer', [{ name: 'Ian Joy' }], [by('Bolt')], ['null current']],
    ['named by nobody', [], [by('Acme'), by('Bolt')], ['Acme current', 'Bolt current']],
  ])('%s', (_what, expected, signoffs, found) => {
    expect(states(expected, signoffs)).toEqual(found);
  });

  test('one who was added does not take the place of another whom the next version names', () => {
    const old = by('Acme', { isCurrent: false, version: 1 });
    const records = [record('r', 'Acme'), record('s', 'Bolt', { namesake: 1 })];
    expect(states([bolt], [old], records)).toEqual(['Acme old', 'Bolt missing']);
    const withId = [record('r', 'Bolt', { worker_id: 'b' })];
    expect(states([acme], [], withId)).toEqual(['Acme missing', 'Bolt missing']);
    expect(states([acme], [by('Bolt', {}, 'B')], withId)).toEqual(['Acme missing', 'Bolt current']);
  });
});
