/** A section of each kind of rows, as it is written from nothing, and what it holds then. */
import type { JsonObject } from '../../../shared/base/json.ts';

type Field = readonly [label: string, words: string];

export interface NewSection {
  readonly type: string;
  /** What adds a row in the office and on the tablet; null = its rows are there from the start. */
  readonly add: readonly [office: string, tablet: string] | null;
  /** By row: what is written, and chosen, in which field. */
  readonly rows: readonly (readonly Field[])[];
  /** Columns of a table, or names of values, that the type gives. */
  readonly data: JsonObject;
  /** In what is printed. */
  readonly printed: readonly string[];
}

export const newSections: readonly NewSection[] = [
  {
    type: 'sequence_of_works',
    add: ['Add step', 'Add a step'],
    rows: [
      [['What is done', 'Fence the zone']],
      [
        ['What is done', 'Cut the cable'],
        ['Hold point', 'Yes'],
        ['Released by', 'Electrician'],
      ],
    ],
    data: {
      items: [
        { no: 1, text: 'Fence the zone' },
        { no: 2, text: 'Cut the cable', hold_point: true, released_by: 'Electrician' },
      ],
    },
    printed: ['Fence the zone', 'Cut the cable', 'Electrician'],
  },
  {
    type: 'weather_limits',
    add: ['Add row', 'Add a row'],
    rows: [
      [
        ['Condition', 'Gust'],
        ['Limit', '9 m/s'],
        ['Action', 'Land it'],
      ],
    ],
    data: { columns: ['Condition', 'Limit', 'Action'], rows: [['Gust', '9 m/s', 'Land it']] },
    printed: ['Condition', 'Gust', '9 m/s', 'Land it'],
  },
  {
    type: 'ppe',
    add: ['Add item', 'Add a row'],
    rows: [
      [
        ['What', 'Mask'],
        ['Specification', 'FFP3'],
        ['When', 'Sawing'],
      ],
    ],
    data: { items: [{ item: 'Mask', specification: 'FFP3', when: 'Sawing' }] },
    printed: ['Mask', 'FFP3', 'Sawing'],
  },
  {
    type: 'permit_checklist',
    add: ['Add item', 'Add a row'],
    rows: [
      [
        ['What', 'Exits clear'],
        ['Answer', 'Does not apply'],
        ['Note', 'No exits'],
      ],
    ],
    data: { items: [{ item: 'Exits clear', response: 'na', note: 'No exits' }] },
    printed: ['Exits clear', 'No exits'],
  },
  {
    type: 'permits_required',
    add: ['Add line', 'Add a row'],
    rows: [[['Text', 'Hot works']], [['Text', 'Lifting']]],
    data: { items: ['Hot works', 'Lifting'] },
    printed: ['Hot works', 'Lifting'],
  },
  {
    type: 'emergency_arrangements',
    add: null,
    rows: [[], [['Value', 'St James']], [['Value', 'Ann Lee']]],
    data: {
      entries: [
        { key: 'nearest_hospital', value: 'St James' },
        { key: 'first_aider', value: 'Ann Lee' },
      ],
    },
    printed: ['Nearest hospital', 'St James', 'First aider', 'Ann Lee'],
  },
];
