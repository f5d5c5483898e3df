/** What the review says that differs. */
import { expect, test } from 'vitest';
import { contentFields } from '../../shared/model/declared-fields.ts';
import { documentDeclarations } from '../../shared/resources/document/shape.ts';
import { entryResources } from '../../shared/resources/entry-kinds.ts';
import { plainText, readText } from '../../web/office/documents/plain-text.ts';
import { changesBetween } from '../../web/office/documents/review/changes.ts';

const placeName = (_: string, id: string): string => (id === 's2' ? 'North stair' : 'Another place');

test('[WB334] the review shows a change of each field that an approval seals', () => {
  const unseen = contentFields(documentDeclarations())
    .filter((field) => field !== 'version')
    .filter((field) => changesBetween({}, { [field]: 'other' }, placeName).length === 0);
  const inEntries = Object.values(entryResources).flatMap(({ fields, entry: { member } }) =>
    contentFields(fields)
      .filter((field) => {
        const value = field === 'photos' ? [{ id: 'p1' }] : 'other';
        return (
          changesBetween({ [member]: [{ id: 'a' }] }, { [member]: [{ id: 'a', [field]: value }] }, placeName).length ===
          0
        );
      })
      .map((field) => `${member} ${field}`),
  );
  expect([...unseen, ...inEntries]).toEqual([]);
});

test('[WB334] the review shows another site by name, another order, and another picture', () => {
  const photo = (id: string) => [{ id, caption: 'Edge' }];
  const before = {
    site_id: 's1',
    hazards: [
      { id: 'a', name: 'Fall', photos: photo('p1') },
      { id: 'b', name: 'Dust' },
    ],
  };
  const after = {
    site_id: 's2',
    hazards: [
      { id: 'b', name: 'Dust' },
      { id: 'a', name: 'Fall', photos: photo('p2') },
    ],
  };
  const changes = changesBetween(before, after, placeName).flatMap((entry) => entry.changes);
  expect(changes.map(({ label, after: is }) => `${label}: ${is}`)).toEqual([
    'Site: North stair',
    'Order: Dust\nFall',
    'Photos and sheets: Caption: Edge (another file)',
  ]);
});

test('[WB534] the review names people of the register in words, not by their ids', () => {
  const crew = (person: object) => ({ personnel: [{ id: 'a', name: 'Ann Lee', ...person }] });
  const [none, one, other] = [{}, { person_id: 'p1', employer_id: 'e1' }, { person_id: 'p2', employer_id: null }].map(
    crew,
  );
  const said = (before = {}, after = {}) =>
    changesBetween(before, after, placeName).flatMap(({ changes }) =>
      changes.map((each) => `${each.label}: ${each.before} -> ${each.after}`),
    );
  expect(said(none, one)).toEqual(['Person:  -> of the register', 'Employer:  -> of the register']);
  expect(said(one, other)).toEqual([
    'Person: of the register -> of the register (another one)',
    'Employer: of the register -> ',
  ]);
});

/** What the review says of a section whose own fields were changed. */
function changeOfData(before: object | null, after: object | null): (readonly [before: string, after: string])[] {
  const section = (data: object | null) => ({ sections: [{ id: 'a', title: 'Limits', data }] });
  return changesBetween(section(before), section(after), placeName)
    .flatMap((entry) => entry.changes)
    .map((change) => [change.before, change.after] as const);
}

test('[WB504] versions that differ in a value differ in words, whatever member it is', () => {
  const table = (...columns: string[]) => ({ columns, rows: [['8 m/s', '11 m/s']] });
  expect(changeOfData(table('Go below', 'Stop above'), table('Stop above', 'Go below'))).toEqual([
    ['Go below · Stop above\n8 m/s · 11 m/s', 'Stop above · Go below\n8 m/s · 11 m/s'],
  ]);
  const limit = (unit: string) => ({ entries: [{ key: 'wind', value: 8, unit }] });
  expect(changeOfData(limit('m/s'), limit('mph'))).toEqual([['Wind: 8. Unit: m/s', 'Wind: 8. Unit: mph']]);
  const step = (more: object) => ({ items: [{ no: 1, text: 'Lift.', ...more }] });
  expect(changeOfData(step({}), step({ hold_point: false }))).toEqual([['1. Lift.', '1. Lift. Hold point: no']]);
  const beside = (text: string) => ({ text, rows: [['FFP3']] });
  expect(changeOfData(beside('Wear a mask'), beside('No mask'))).toEqual([['Wear a mask\nFFP3', 'No mask\nFFP3']]);
  expect(changeOfData({ items: ['a', 'b'] }, { items: ['a\nb'] })).toEqual([['a\nb', 'a\nb (in another form)']]);
  const same = { entries: [{ key: 'wind', value: 8 }] };
  expect(changeOfData(same, { entries: [{ value: 8, key: 'wind', unit: null }] })).toEqual([]);
  expect(changesBetween({ powra: { amends_rams: null } }, { powra: { amends_rams: false } }, placeName)).toHaveLength(
    1,
  );
});

test('[WB504] reading shows the headings of a table, and all that a value has', () => {
  expect(plainText({ columns: ['Go below', 'Stop above'], rows: [['8 m/s', '11 m/s']] })).toBe(
    'Go below · Stop above\n8 m/s · 11 m/s',
  );
  expect(plainText([{ key: 'wind', value: 8, unit: 'm/s' }, { value: 'alone' }])).toBe(
    'Wind: 8. Unit: m/s\nValue: alone',
  );
  expect(plainText({ decision: 'proceed', amends_rams: false })).toBe('Decision: proceed\nAmends rams: no');
  // Most steps are none; each of them would say so.
  expect(plainText({ items: [{ no: 1, text: 'Lift.', hold_point: false }] })).toBe('1. Lift.');
});

test('[WB723] reading says in words what was chosen from a list', () => {
  const items = [{ item: 'high_vis_class3', specification: 'EN ISO 20471', when: 'at_all_times' }];
  expect(readText({ items })).toBe('Item: High vis class3\nSpecification: EN ISO 20471\nWhen: at_all_times');
  expect(plainText({ items })).toContain('Item: high_vis_class3');
});
