/** People of one name, on a crew and among those whom a tablet knows. */
import { expect, test } from 'vitest';
import { crewOf } from '../../web/field/base/crew.ts';
import { peopleAmong } from '../../web/field/base/people.ts';

const named = (name: string, employer_name: string | null) => ({ name, person_id: null, employer_name });
const crewWith = (personnel: ReturnType<typeof named>[], records: Parameters<typeof crewOf>[2] = []) =>
  crewOf({ document_id: 'd', content: { hazards: [], sections: [], personnel } }, [], records);

test('[WB470] namesakes keep their addresses when one leaves, and employers tell who is who', () => {
  const personnel = [named('John Smith', 'Acme'), named('John Smith', 'Bolt'), named('Ann', 'Acme')];
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
    { id: 'a', name: 'Tim Roe', employer: 'Acme' },
    { id: null, name: 'tim roe', employer: 'Acme' },
    { id: 'b', name: 'Tim Roe', employer: 'Bolt' },
    { id: null, name: 'Zoe', employer: 'Acme' },
    { id: null, name: 'Zoe', employer: null },
  ];
  expect(peopleAmong(all)).toEqual([
    { id: 'a', name: 'Tim Roe', label: 'Tim Roe (Acme)' },
    { id: 'b', name: 'Tim Roe', label: 'Tim Roe (Bolt)' },
    { id: null, name: 'Zoe', label: 'Zoe' },
  ]);
  expect(peopleAmong(all.slice(1, 3))).toEqual([{ id: 'b', name: 'Tim Roe', label: 'Tim Roe' }]);
});
