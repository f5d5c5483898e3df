/** Who is on a crew, and which talk is under way: the rules behind the screens of a briefing. */
import { expect, test } from 'vitest';
import { nextNamesake } from '../../shared/resources/signoff/crew-records.ts';
import { crewOf } from '../../web/field/base/crew.ts';
import { begun, localDay } from '../../web/field/base/talk.ts';

type Signoff = Parameters<typeof crewOf>[1][number];

const person = (name: string, id: string | null = null) => ({ name, person_id: id });
const documentOf = (version: number, ...personnel: ReturnType<typeof person>[]) => ({
  document_id: 'd',
  version,
  content: { hazards: [], sections: [], personnel },
});

function answer(name: string, more: { id?: string; status?: string; version?: number; at?: string } = {}): Signoff {
  const { id, status = 'recorded', version = 1, at = '08:00' } = more;
  const created_at = `2026-11-23T${at}:00.000Z`;
  // Only what a crew is made of.
  return {
    document_id: 'd',
    document_version: version,
    status,
    worker: { name, id },
    capture: {},
    created_at,
  } as unknown as Signoff;
}

const shown = (...given: Parameters<typeof crewOf>): string[] =>
  crewOf(...given).members.map(({ name, briefed }) => `${name} ${briefed}`);

test('[WB73] a sign-off counts for one person: by id, and by name only where it means one', () => {
  const smiths = documentOf(1, person('John Smith', 'a'), person('John Smith', 'b'));
  expect(shown(smiths, [answer('John Smith')])).toEqual([
    'John Smith missing',
    'John Smith missing',
    'John Smith current',
  ]);
  expect(shown(smiths, [answer('John Smith', { id: 'b' })])).toEqual(['John Smith missing', 'John Smith current']);
  const twins = documentOf(1, person('Per Two'), person('Per Two'));
  expect(shown(twins, [answer('Per Two')])).toEqual(['Per Two current', 'Per Two missing']);
  const again = documentOf(2, person('Per Two'), person('Per Two'));
  const both = [answer('Per Two'), answer('Per Two', { at: '08:01' })];
  const newer = ['09:00', '09:01'].map((at) => answer('Per Two', { version: 2, at }));
  expect(shown(again, [...both, ...newer.slice(0, 1)])).toEqual(['Per Two current', 'Per Two old']);
  expect(shown(again, [...both, ...newer])).toEqual(['Per Two current', 'Per Two current']);
  expect(crewOf(twins, []).members.map(({ key }) => key)).toEqual(['per%20two', 'per%20two~2']);
  expect(shown(documentOf(1, person('Walter')), [answer('walter', { id: 'w' })])).toEqual(['Walter current']);
});

test('[WB73] the last answer to the version in force counts, a refusal like a signature', () => {
  const ann = documentOf(2, person('Ann'));
  const signed = answer('Ann', { version: 1 });
  const refused = answer('Ann', { version: 2, status: 'declined', at: '09:00' });
  const signedAfter = answer('Ann', { version: 2, at: '10:00' });
  expect(shown(ann, [signed])).toEqual(['Ann old']);
  expect(shown(ann, [refused, signed])).toEqual(['Ann declined']);
  expect(shown(ann, [signedAfter, refused, signed])).toEqual(['Ann current']);
  expect(shown(ann, [answer('Ann', { version: 2, status: 'voided' })])).toEqual(['Ann missing']);
});

test('[WB73] of people of one name, each is counted once, whether named or added', () => {
  const record = (namesake = 0, more = {}) => ({
    id: 'r',
    document_id: 'd',
    name: 'Bob',
    namesake,
    expected: true,
    ...more,
  });
  expect(shown(documentOf(1, person('Ann')), [], [record()])).toEqual(['Ann missing', 'Bob missing']);
  // Another tablet added the same man, and a later version names the same one.
  expect(shown(documentOf(1), [], [record(), record(0, { id: 's', name: 'bob ' })])).toEqual(['Bob missing']);
  expect(shown(documentOf(2, person('Bob')), [], [record()])).toEqual(['Bob missing']);
  expect(shown(documentOf(2, person('Bob', 'b')), [], [record(0, { worker_id: 'B' })])).toEqual(['Bob missing']);
  // Two men of one name.
  expect(shown(documentOf(1, person('Bob')), [], [record(1)])).toEqual(['Bob missing', 'Bob missing']);
  expect(shown(documentOf(1, person('Bob', 'b')), [], [record(0, { worker_id: 'c' })])).toHaveLength(2);
  expect(shown(documentOf(1), [], [record(0, { document_id: 'e' })])).toEqual([]);
  expect(
    [documentOf(1), documentOf(1, person('bob'))].map(({ content }) => nextNamesake('Bob', content.personnel, [])),
  ).toEqual([0, 1]);
  expect(nextNamesake('Bob', [], [record(), record(2)])).toBe(1);
});

test('[WB447] who is not here any more is not counted, unless they signed what is in force', () => {
  const gone = { id: 'g', document_id: 'd', name: 'Ann', namesake: 0, expected: false };
  const ann = documentOf(2, person('Ann'), person('Bob'));
  expect(shown(ann, [], [gone])).toEqual(['Bob missing']);
  expect(crewOf(ann, [], [gone]).notHere).toMatchObject([{ name: 'Ann', saidBy: ['g'] }]);
  expect(shown(ann, [answer('Ann', { version: 1 })], [gone])).toEqual(['Bob missing']);
  expect(shown(ann, [answer('Ann', { version: 2 })], [gone])).toEqual(['Ann current', 'Bob missing']);
  // Who only signed an older version, and one of two of one name.
  expect(shown(documentOf(2), [answer('Ann', { version: 1 })], [gone])).toEqual([]);
  const twins = documentOf(2, person('Ann', 'a'), person('Ann', 'b'));
  expect(crewOf(twins, [], [{ ...gone, namesake: 1 }]).members.map(({ id }) => id)).toEqual(['a']);
  expect(crewOf(twins, [], [{ ...gone, worker_id: 'a' }]).members.map(({ id }) => id)).toEqual(['b']);
});

test('[WB67] a talk keeps the version it told, past midnight, until the briefer decides', () => {
  const version = (number: number) => ({ document_id: '12345678', version: number });
  const start = new Date(2026, 10, 23, 23, 30).getTime();
  const hour = 3_600_000;
  const first = begun({}, version(1), start);
  expect(first['12345678']).toMatchObject({ id: 'B-2026-11-23-345678-v1', version: 1 });
  expect(begun(first, version(2), start + hour)).toEqual(first);
  expect(begun(first, version(1), start + hour, true)).toEqual(first);
  expect(begun(first, version(2), start + hour, true)['12345678']).toMatchObject({ id: 'B-2026-11-24-345678-v2' });
  expect(begun(first, version(1), start + 4 * hour - 1)).toEqual(first);
  expect(begun(first, version(1), start + 4 * hour)['12345678']).toMatchObject({ id: 'B-2026-11-24-345678-v1' });
  // Begun by a clock that was a day ahead.
  expect(begun(first, version(1), start - 24 * hour)['12345678']).toMatchObject({ id: 'B-2026-11-22-345678-v1' });
});

test('[WB74] the day of a briefing is the day on the tablet', () => {
  expect(localDay(new Date(2026, 6, 3, 0, 5).getTime())).toBe('2026-07-03');
  expect(localDay(new Date(2026, 6, 3, 23, 55).toISOString())).toBe('2026-07-03');
});
