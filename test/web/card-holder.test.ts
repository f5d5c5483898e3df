/** Whose card it is, and whom of the crew it means: nobody but who can be nobody else. */
import { expect, test } from 'vitest';
import { holderOf, type Registered } from '../../web/field/brief/card-holder.ts';
import { onCrew } from '../../web/field/brief/card-member.ts';
import { answer, crewAt, documentOf, person, type Records } from './support/small-crews.ts';

const today = '2026-11-29';
const worker = (id: string, name: string, card_number: string, more: Partial<Registered> = {}): Registered => ({
  id,
  name,
  active: true,
  competence_cards: [{ scheme: 'CSCS', card_number }],
  ...more,
});
const named = (name: string, card_number: string, id: string | null = null, expires_on: string | null = null) => ({
  id,
  name,
  competence_cards: [{ scheme: 'CSCS', card_number, expires_on }],
});

/** The name, or why there is none. */
const held = (text: string, people: readonly Registered[], document: ReturnType<typeof named>[] = []): string => {
  const found = holderOf(text, people, document, today);
  return found.is === 'known' ? found.person.name : found.is;
};

const people = [
  worker('a1', 'Ann', '12 345'),
  worker('b1', 'Bob', 'AB12345'),
  worker('c1', 'Cid', '77'),
  worker('worker-9f', 'Dee', '4444-4'),
  worker('e1', 'Eve', '8765 4321'),
];

test.each([
  ['12345', 'Ann'],
  ['1-2-3-4-5', 'Ann'],
  ['\u200f12345\u200e', 'Ann'],
  ['１２３４５', 'Ann'],
  ['CSCS 12345', 'Ann'],
  ['CARD: 12345', 'Ann'],
  ['NAME: Ann; CARD=12-345', 'Ann'],
  ['ab-12345', 'Bob'],
  ['77', 'Cid'],
  ['https://x.example/worker-9f', 'Dee'],
  ['https://x.example/w/WORKER-9F?x', 'Dee'],
  ['https://cards.example/v2/44444', 'Dee'],
  ['https://cards.example/c?n=87654321&x=1', 'Eve'],
])('[WB645] the code %s has the whole number of a card', (text, name) => {
  expect(held(text, people)).toBe(name);
});

test.each([
  ['12345-678'],
  ['9-12345'],
  ['912345'],
  ['12345.678'],
  ['12345/678'],
  ['12345,678'],
  ['CARD: 12345,678'],
  ['CARD: 12345; 678'],
  ['12345 54321'],
  ['CPCS 12345'],
  ['Phone +353 12345 678'],
  ['n=77'],
  ['https://x.example/77'],
  ['https://cards.example/12345/678'],
  ['https://cards.example/678/12345'],
  ['https://cards.example/12345-678'],
  ['https://cards.example/c?n=12345-678'],
  ['https://cards.example/c?n=12345&m=44444'],
  ['https://12345.example/'],
  [''],
  ['.*'],
])('[WB645] the code %s has a part of a number, or several: it is nobody’s', (text) => {
  expect(held(text, people)).toBe('unknown');
});

test('[WB645] a number that several have is shared, also where one of them has no id', () => {
  const [acme, beta] = ['Acme', 'Beta'].map((employer_name) =>
    worker(employer_name, 'Jan', '55555', { employer_name }),
  );
  if (!acme || !beta) throw new Error('Two were made.');
  expect(held('55555', [acme, beta], [named('Jan', '55555')])).toBe('shared');
  expect(held('55555', [acme], [named('Jan', '55555')])).toBe('Jan');
  expect(held('55555', [acme], [named('Olga', '55555')])).toBe('shared');
});

test('[WB646] of a worker whom the register knows, nothing else counts', () => {
  const document = [named('Ann', '12345', 'A1', '2030-01-01')];
  const of = (...register: Registered[]) => holderOf('12345', register, document, today);
  const cards = [{ scheme: 'CSCS', card_number: '12345', expires_on: '2026-11-01' }];
  expect(of(worker('a1', 'Ann', '', { competence_cards: cards }))).toMatchObject({ over: '2026-11-01' });
  expect(of(worker('a1', 'Ann', '', { competence_cards: [] }))).toEqual({ is: 'unknown' });
  expect(of(worker('a1', 'Ann', '12345', { active: false }))).toEqual({ is: 'unknown' });
  // Who is named without an id is known by the card; the register says whether it is good.
  const unnamed = [named('Ann', '12345', null, '2030-01-01')];
  const known = worker('a1', 'Ann', '', { competence_cards: cards });
  expect(holderOf('12345', [known], unnamed, today)).toMatchObject({ person: { id: 'a1' }, over: '2026-11-01' });
  expect(of()).toMatchObject({ over: null });
});

test('[WB625] the id of a worker in the code says nothing of whether the card is good', () => {
  const expired = { scheme: 'CSCS', card_number: '12345678', expires_on: '2020-01-01' };
  const id = '0199aaaa-0000-7000-8000-000000000001';
  const ann = { id, name: 'Ann', active: true, competence_cards: [expired] };
  const over = (text: string): unknown => {
    const found = holderOf(text, [ann], [], today);
    return found.is === 'known' && found.over;
  };
  for (const code of [`https://cards.example/?n=12345678&holder=${id}`, `CARD: 12345678; ID: ${id}`, '12345678'])
    expect([code, over(code)]).toEqual([code, '2020-01-01']);
  expect(over(id)).toBe(null);
});

test('[WB642] a card means one of the crew only where its name can be of nobody else', () => {
  const jan = (id: string, employer_name: string | null) => worker(id, 'Jan', '1', { employer_name });
  const [acme, beta] = [jan('a', 'Acme'), jan('b', 'Beta')];
  const means = (
    who: Registered,
    register: readonly Registered[],
    personnel: ReturnType<typeof person>[],
    signoffs: ReturnType<typeof answer>[] = [],
    records: Records = [],
  ): string | null => {
    const found = onCrew(who, crewAt(documentOf(1, ...personnel), signoffs, records).members, register);
    return typeof found === 'string' || !found ? found : found.key;
  };
  expect(means(acme, [acme], [person('Jan')])).toBe('jan');
  expect(means(acme, [acme, beta], [person('Jan')])).toBe('unclear');
  expect(means(acme, [acme, jan('c', null)], [person('Jan', null, 'Acme')])).toBe('unclear');
  expect(means(acme, [acme, beta], [person('Jan', null, 'Acme')])).toBe('jan%2C%20acme');
  expect(means(beta, [acme, beta], [person('Jan', null, 'Acme')])).toBeNull();
  expect(means(acme, [acme], [person('Jan'), person('Jan')])).toBe('unclear');
  // Nor need two of whom no employer is known have the same one.
  expect(means(jan('c', null), [], [person('Jan'), person('Jan', null, 'Acme')])).toBe('unclear');
  expect(means(acme, [acme], [person('Jan'), person('Jan', null, 'Acme')])).toBe('jan%2C%20acme');
  // Another whom the document names by id is not meant by the name alone; one who was added may be.
  expect(means(acme, [acme, beta], [person('Jan'), person('Jan', 'b')])).toBe('jan');
  expect(means(beta, [acme, beta], [person('Jan'), person('Jan', 'B')])).toBe('=b');
  const added = { id: 'r', document_id: 'd', worker_id: 'a', name: 'Jan', employer_name: 'Acme' };
  const records = [{ ...added, namesake: 1, expected: true }];
  expect(means(beta, [acme, beta], [person('Jan')], [], records)).toBe('unclear');
  expect(means(acme, [acme, beta], [person('Jan')], [], records)).toBe('=a');
  // Who has signed by their card is that worker.
  const signed = [answer('Jan', { id: 'a', employer_name: 'Acme' })];
  expect(means(acme, [acme, beta], [person('Jan')], signed)).toBe('jan');
  expect(means(beta, [acme, beta], [person('Jan')], signed)).toBeNull();
});
