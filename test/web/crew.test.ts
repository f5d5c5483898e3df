/** Who is on a crew, and which talk is under way: the rules behind the screens of a briefing. */
import { expect, test } from 'vitest';
import { backBy, nextNamesake, offCrew } from '../../shared/resources/signoff/crew-records.ts';
import { crewOf, isSignedSince } from '../../web/field/base/crew.ts';
import { begun, localDay } from '../../web/field/base/talk.ts';
import { answer, crewAt, documentOf, person, shown, type Records, type Signoff } from './support/small-crews.ts';

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
  expect(shown(documentOf(1, person('Bob')), [], [record(1, { employer_name: 'Acme' })])).toHaveLength(2);
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
  expect(crewOf(twins, [], [{ ...gone, worker_id: 'A' }]).members.map(({ id }) => id)).toEqual(['b']);
});

test('[WB451] a minor change needs no new signature on the tablet either', () => {
  const signed = [answer('Ann', { version: 1 })];
  expect(shown(documentOf(2, person('Ann')), signed, [], 1)).toEqual(['Ann current']);
  expect(shown(documentOf(2, person('Ann')), signed)).toEqual(['Ann old']);
});

test('[WB473] a crew is asked again until somebody signs; a refusal is of its version', () => {
  const refused = crewAt(documentOf(2, person('Ann')), [answer('Ann', { status: 'declined', at: '09:00' })], [], 1);
  expect(refused.members).toMatchObject([{ briefed: 'declined', signed_version: 1 }]);
  expect(isSignedSince(refused.members, '2026-11-23T08:30:00Z')).toBe(false);
  const signed = crewAt(documentOf(1, person('Ann')), [answer('Ann', { at: '09:00' })]).members;
  expect(['08:59:59.999', '09:00:00.000'].map((at) => isSignedSince(signed, `2026-11-23T${at}Z`))).toEqual([
    true,
    false,
  ]);
});

test('[WB452] that somebody is not here any more hides nobody else of the name', () => {
  const gone = { id: 'g', document_id: 'd', name: 'Ion', employer_name: 'Alpha', namesake: 0, expected: false };
  const [alpha, beta] = [person('Ion', null, 'Alpha'), person('Ion', null, 'Beta')];
  const left = (people: ReturnType<typeof person>[], ...records: Records) =>
    crewAt(documentOf(2, ...people), [], records).members.map(({ id, employer }) => `${id ?? '-'} ${employer}`);
  expect(left([alpha, beta], gone)).toEqual(['- Beta']);
  // The next version names one of them only, or in another order.
  expect(left([beta], gone)).toEqual(['- Beta']);
  expect(left([beta, alpha], gone)).toContain('- Beta');
  expect(left([person('Ion', 'i', 'Alpha')], gone)).toEqual(['i Alpha']);
  expect(left([alpha], { ...gone, worker_id: 'i' })).toEqual(['- Alpha']);
  expect(left([person('Ion')], gone)).toEqual(['- null']);
  // Of two whom nothing else tells apart, one left.
  expect(left([alpha, alpha], gone)).toEqual(['- Alpha']);
  expect(left([alpha], { ...gone, namesake: 1 })).toEqual(['- Alpha']);
  // What each of them signs is theirs.
  const signed = [answer('Ion', { employer_name: 'beta ', version: 2 })];
  const { members, notHere } = crewAt(documentOf(2, alpha, beta), signed, [gone]);
  expect(members).toMatchObject([{ employer: 'Beta', briefed: 'current' }]);
  expect(notHere).toMatchObject([{ employer_name: 'Alpha' }]);
});

test('[WB453] who signs after it was said that they are not here is expected again', () => {
  const gone = { id: 'g', document_id: 'd', name: 'Ann', namesake: 0, expected: false, signed_version: 1 };
  const signed = (version: number) => [answer('Ann', { version })];
  expect(shown(documentOf(3, person('Ann')), signed(1), [gone])).toEqual([]);
  expect(shown(documentOf(3, person('Ann')), signed(2), [gone])).toEqual(['Ann old']);
});

test('[WB454] who is added and answered comes off a crew at once', () => {
  const records = [{ id: 'r', document_id: 'd', name: 'Ann', namesake: 0, expected: true }];
  const off = (...answers: Signoff[]) => {
    const [member] = crewAt(documentOf(2), answers, records).members;
    return member && offCrew({ ...member, employer_name: member.employer });
  };
  expect(off()).toEqual({ removed: ['r'], added: null });
  for (const [more, signed_version] of [
    [{ status: 'declined' }, 0],
    [{ status: 'declined', version: 2 }, 0],
    [{}, 1],
  ] as const) {
    const { removed, added } = off(answer('Ann', more)) ?? {};
    expect([removed, added]).toMatchObject([[], { name: 'Ann', expected: false, signed_version }]);
    const said = added ? [{ ...added, id: 'g', document_id: 'd' }] : [];
    expect(shown(documentOf(2), [answer('Ann', more)], [...records, ...said])).toEqual([]);
  }
});

test('[WB463] who refused and is said not to be here comes back with what they sign later', () => {
  const refused = answer('Ann', { status: 'declined', at: '09:00' });
  const off = (...answers: Signoff[]): Records =>
    crewAt(documentOf(1, person('Ann')), answers).members.map((member) => {
      const { added } = offCrew({ ...member, employer_name: member.employer });
      return { id: 'g', document_id: 'd', name: 'Ann', namesake: 0, expected: false, ...added };
    });
  const gone = off(refused);
  expect(gone).toMatchObject([{ signed_version: 0 }]);
  expect(shown(documentOf(1, person('Ann')), [refused], gone)).toEqual([]);
  const signed = answer('Ann', { at: '10:00' });
  expect(shown(documentOf(1, person('Ann')), [refused, signed], gone)).toEqual(['Ann current']);
  expect(shown(documentOf(2, person('Ann')), [refused, signed], gone)).toEqual(['Ann old']);
  // Signed before the refusal.
  const before = [answer('Ann'), refused];
  expect(off(...before)).toMatchObject([{ signed_version: 1 }]);
  expect(shown(documentOf(1, person('Ann')), before, off(...before))).toEqual([]);
});

test('[WB464] who is added in a name and an employer that are there is the one who is there', () => {
  const record = (id: string, namesake: number, more = {}) => ({
    id,
    document_id: 'd',
    name: 'Nia Poe',
    namesake,
    expected: true,
    ...more,
  });
  // Two people of the office, neither of whom knew of the other; a tablet; and an answer that was lost.
  for (const more of [{}, { employer_name: 'Acme' }]) {
    const [member, ...others] = crewAt(documentOf(1), [], [record('r', 0, more), record('s', 1, more)]).members;
    expect(others).toEqual([]);
    expect(member?.addedBy).toEqual(['r', 's']);
    expect(shown(documentOf(1, person('Nia Poe', null, 'Acme')), [], [record('r', 0, more)])).toHaveLength(1);
  }
  const [acme, bolt] = [{ employer_name: 'Acme' }, { employer_name: 'Bolt' }];
  expect(shown(documentOf(1), [], [record('r', 0, acme), record('s', 0, bolt), record('t', 0)])).toHaveLength(2);
  expect(shown(documentOf(1), [], [record('r', 0, acme), record('s', 1)])).toHaveLength(2);
  expect(
    shown(documentOf(1), [], [record('r', 0, { worker_id: 'a' }), record('s', 0, { worker_id: 'b' })]),
  ).toHaveLength(2);
});

test('[WB455] somebody who is added is another person than one of another employer who left', () => {
  const left = { name: 'Ion', employer_name: 'Alpha', saidBy: ['g'] };
  const back = (name: string, employer_name: string | null) => backBy([left], [], { name, employer_name });
  expect(back('ion ', 'alpha')).toEqual({ isBack: true, removed: ['g'] });
  for (const employer of ['Beta', null]) expect(back('Ion', employer)).toEqual({ isBack: false, removed: [] });
});

test('[WB456] a name that holds half a character has a key of its own', () => {
  const people = documentOf(1, person('Ion \ud83d'), person('Ion \ud83c'));
  expect(new Set(crewAt(people, []).members.map(({ key }) => decodeURIComponent(key))).size).toBe(2);
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
