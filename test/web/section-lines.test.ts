/** What a section says on the tablet, whichever way it was written. */
import { expect, test } from 'vitest';
import sectionTypes from '../../shared/reference/section-types.json' with { type: 'json' };
import type { Json } from '../../shared/base/json.ts';
import { linesOf } from '../../web/field/base/section-lines.ts';
import { keyPointsOf } from '../../web/field/document/facts/key-points.ts';
import { rowWords } from '../../web/field/words/en-rows.ts';
import { substanceWords } from '../../web/field/words/en-substance.ts';

const words = { ...substanceWords, ...rowWords };
const say = (data: Json) => linesOf({ data }, words);

/** By the kind of its data: what a section holds, and what it says. */
const kinds: Readonly<Record<string, readonly [held: { body?: string; data?: Json }, said: readonly string[]]>> = {
  markdown: [{ body: 'Lift.\n\nThen fix.' }, ['Lift.', 'Then fix.']],
  list: [{ data: { items: ['Gloves on', 'Radio on'] } }, ['Gloves on', 'Radio on']],
  key_values: [
    { data: { entries: [{ key: 'first_aider', value: 'Ann Lee', phone: '0800' }] } },
    ['First aider: Ann Lee · Phone: 0800'],
  ],
  table: [
    {
      data: {
        columns: ['Condition', 'Limit', 'Action'],
        rows: [
          ['Gust', '9 m/s', 'Land'],
          ['Ice', '', 'Stop', 'Grit'],
        ],
      },
    },
    ['Condition · Limit · Action', 'Gust · 9 m/s · Land', 'Ice · – · Stop · Grit'],
  ],
  steps: [
    {
      data: {
        items: [
          { id: 'a', no: 1, text: 'Fence it', hold_point: false },
          { no: 2, text: 'Cut the cable', hold_point: true, released_by: 'Electrician' },
        ],
      },
    },
    ['1. Fence it', 'Hold point: 2. Cut the cable · Released by: Electrician'],
  ],
  checklist: [
    { data: { items: [{ item: 'Exits clear', response: 'na', note: 'No exits' }] } },
    ['Exits clear · Answer: Does not apply · Note: No exits'],
  ],
  ppe_list: [
    { data: { items: [{ item: 'Mask', specification: 'FFP2', when: 'Sawing' }] } },
    ['Mask · Specification: FFP2 · When: Sawing'],
  ],
  // Which answer is right is asked before signing.
  quiz: [
    { data: { items: [{ question: 'Who may stop?', options: ['Anybody', 'Nobody'], answer_index: 0 }] } },
    ['Who may stop? · Options: Anybody, Nobody'],
  ],
  media: [{ data: { items: [{ id: 'p1', caption: 'The edge' }] } }, ['Caption: The edge']],
};

test('[WB695] every member of a row is said, in each kind of data', () => {
  expect(Object.keys(kinds).toSorted()).toEqual([...new Set(sectionTypes.map((type) => type.data_kind))].toSorted());
  for (const [held, said] of Object.values(kinds)) expect(linesOf(held, words)).toEqual(said);
  expect(say({ items: [{ task: 'Lift', responsible: 'Ann Lee', crane: true }], note: 'Two slings' })).toEqual([
    'Task: Lift · Responsible: Ann Lee · Crane: Yes',
    'Note: Two slings',
  ]);
});

test('[WB697] data that no form writes is said as text', () => {
  const said: readonly (readonly [Json, readonly string[]])[] = [
    [null, []],
    ['Text', ['Text']],
    [
      ['Text', 4],
      ['Text', '4'],
    ],
    [{ rows: [null] }, []],
    [{ rows: ['Fog', { limit: '50 m' }, [null, { b: [1, true] }]] }, ['Fog', 'Limit: 50 m', '– · B: 1, Yes']],
    [{ items: 'Text' }, ['Text']],
    [{ items: [null, 7, ['a', 'b'], { text: null, constructor: 'Kier' }] }, ['7', 'a, b', 'Constructor: Kier']],
    [
      { entries: [null, 'Gate 1', { value: 'Gate 2' }, { key: 'gate' }, { key: 3, value: false }] },
      ['Gate 1', 'Gate 2', '3: No'],
    ],
    [{ entries: { key: 'gate', value: 4 }, columns: 'Gate' }, ['Gate', 'Gate: 4']],
  ];
  for (const [data, lines] of said) expect(say(data)).toEqual(lines);
});

function card(section_type: string, data: Json) {
  const sections = [{ id: 's', section_type, title: 'S', data }];
  return keyPointsOf({ hazards: [], substances: [], personnel: [], sections }, words);
}

test('[WB697] the card says what there is of limits and of an emergency, whatever its shape', () => {
  const stops = (data: Json) => card('weather_limits', data).stops;
  expect(stops({ rows: [null, 'Fog', { limit: '50 m' }] })).toEqual([
    ['', 'Fog'],
    ['', 'Limit: 50 m'],
  ]);
  expect(stops({ rows: 'Fog' })).toEqual([['', 'Fog']]);
  expect(stops({ items: [null, 'Ice'] })).toEqual([['', 'Ice']]);
  const emergency = (data: Json) => card('emergency_arrangements', data).emergency;
  expect(emergency({ entries: [null, { value: '999' }, { key: 'gate', value: 2 }] })).toEqual([
    ['', '999'],
    ['Gate', '2'],
  ]);
  expect(emergency({ entries: '999' })).toEqual([['', '999']]);
});

test('[WB699] what nobody wrote is not on the card', () => {
  const rows = [['Fog'], ['Ice', null], ['Gust', '9 m/s'], ['', '5 m/s'], [null, ''], ['', '', 'Land it']];
  expect(card('weather_limits', { columns: ['Condition', 'Limit'], rows }).stops).toEqual([
    ['', 'Fog'],
    ['', 'Ice'],
    ['9 m/s', 'Gust'],
    ['5 m/s', ''],
    ['', '– · – · Land it'],
  ]);
  const entries = [{ key: 'assembly_point', value: null }, { key: 'first_aider', value: 'Ann Lee' }, { key: 'gate' }];
  expect(card('emergency_arrangements', { entries }).emergency).toEqual([['First aider', 'Ann Lee']]);
});
