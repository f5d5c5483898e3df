/** The addresses of people on a crew, by which their answers and their reading are kept: each is of one person, and stays so. */
import { expect, test } from 'vitest';
import { crewOf } from '../../web/field/base/crew.ts';
import { person } from './support/small-crews.ts';

type Crew = Parameters<typeof crewOf>;
const crewWith = (personnel: ReturnType<typeof person>[], records: Crew[2] = []) =>
  crewOf({ document_id: 'd', content: { hazards: [], sections: [], personnel } }, [], records);

test('[WB470] of three alike, each keeps the address, as others leave and come back', () => {
  const personnel = [person('Jo'), person('Jo'), person('Jo')];
  const left = (namesake: number) => ({ id: `g${namesake}`, document_id: 'd', name: 'Jo', namesake, expected: false });
  const keys = (...records: NonNullable<Crew[2]>) => crewWith(personnel, records).members.map(({ key }) => key);
  expect(keys()).toEqual(['jo', 'jo~2', 'jo~3']);
  expect(keys(left(0))).toEqual(['jo~2', 'jo~3']);
  expect(keys(left(0), left(1))).toEqual(['jo~3']);
  expect(keys(left(1))).toEqual(['jo', 'jo~3']);
});

test('[WB470] who is added has an address that nobody else of the name had or gets', () => {
  const added = (id: string, namesake: number, employer_name: string | null = id) => ({
    id,
    document_id: 'd',
    name: 'Jo',
    employer_name,
    namesake,
    expected: true,
  });
  const keys = (...records: NonNullable<Crew[2]>) => crewWith([], records).members.map(({ key }) => key);
  expect(keys(added('r', 0), added('s', 1), added('t', 2))).toEqual(['jo%2C%20r+r', 'jo%2C%20s+s', 'jo%2C%20t+t']);
  expect(keys(added('s', 1), added('t', 2))).toEqual(['jo%2C%20s+s', 'jo%2C%20t+t']);
  // Another who is added in the name of one who left.
  expect(keys(added('u', 0, 'r'))).toEqual(['jo%2C%20r+u']);
  const odd = [person('Jo.2'), person('Jo'), person('Jo'), person('Jo, A'), person('Jo', null, 'A'), person('X', 'jo')];
  const all = crewWith(odd).members.map(({ key }) => key);
  expect(new Set(all).size).toBe(odd.length);
});
