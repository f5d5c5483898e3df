/** What a section holds in rows: changes of different rows merge, and of the same row are disputed. */
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import { mergeFields, otherSide, standingSide } from '../../shared/merge/merge.ts';
import { section } from '../../shared/resources/section.ts';

const columns = ['Condition', 'Limit'];
const [gust, rain, snow] = [
  ['Gust', '9 m/s'],
  ['Rain', 'Heavy'],
  ['Snow', 'Any'],
];
const table = (...rows: readonly Json[]): Json => ({ columns, rows });
const was = table(gust, rain, snow);
const slower = ['Gust', '7 m/s'];

const list = (...items: readonly string[]): Json => ({ items });

function merge(theirs: Json, mine: Json, before: Json = was) {
  const { set, conflicts } = mergeFields(section.policies, { data: theirs }, { data: mine }, { data: before });
  return { value: set['data'] ?? theirs, conflict: conflicts[0] };
}

test('[MG8] edits of different rows of a section both apply, also of neighbours', () => {
  expect(merge(table(gust, ['Rain', 'Any'], snow), table(slower, rain, snow))).toEqual({
    value: table(slower, ['Rain', 'Any'], snow),
    conflict: undefined,
  });
  expect(
    merge(table(['Wind', '9 m/s'], ['Rain', 'Any'], snow), table(gust, ['Rain', 'Any'], ['Snow', '1 cm'])),
  ).toEqual({ value: table(['Wind', '9 m/s'], ['Rain', 'Any'], ['Snow', '1 cm']), conflict: undefined });
});

test('[MG7] rows that both added are kept, and a row that one removed is gone', () => {
  const [fog, heat] = [
    ['Fog', '50 m'],
    ['Heat', '35 °C'],
  ];
  expect(merge(table(gust, rain, snow, fog), table(slower, snow, heat)).value).toEqual(table(slower, snow, fog, heat));
  expect(merge(table(gust, rain, snow, fog), table(gust, rain, snow, fog, heat)).value).toEqual(
    table(gust, rain, snow, fog, heat),
  );
});

test('[MG10] of two edits of one row theirs stays, with a conflict of both values', () => {
  const [theirs, mine] = [table(['Gust', '8 m/s'], rain, ['Snow', '1 cm']), table(slower, rain, snow)];
  const { value, conflict } = merge(theirs, mine);
  expect(value).toEqual(theirs);
  expect(conflict).toMatchObject({ field: 'data', kept: 'both', theirs, mine });
  expect(merge(table(rain, snow), table(slower, rain, snow)).conflict).toBeDefined();
  expect(merge({ columns: ['Condition'], rows: [['Gust']] }, table(slower, rain, snow)).conflict).toMatchObject({
    kept: 'theirs',
  });
});

test('[MG42] rows of both that nobody disputes apply at once, whichever is chosen later', () => {
  const [theirs, mine] = [table(['Gust', '8 m/s'], rain, ['Snow', '1 cm']), table(slower, ['Rain', 'Any'], snow)];
  const { value, conflict } = merge(theirs, mine);
  expect(value).toEqual(table(['Gust', '8 m/s'], ['Rain', 'Any'], ['Snow', '1 cm']));
  expect(conflict && standingSide(conflict)).toEqual(value);
  expect(conflict && otherSide('rows', conflict)).toEqual(table(slower, ['Rain', 'Any'], ['Snow', '1 cm']));
});

test('[MG18] taking the other value takes only the rows that both changed', () => {
  const { conflict } = merge(
    table(['Gust', '8 m/s'], rain, ['Snow', '1 cm']),
    table(slower, rain, snow, ['Fog', '50 m']),
  );
  const taken = table(slower, rain, ['Snow', '1 cm'], ['Fog', '50 m']);
  expect(conflict && otherSide('rows', conflict)).toEqual(taken);
  // What was written since stays, but for the row that is taken.
  const now = table(['Gust', '6 m/s'], ['Rain', 'Any'], ['Snow', '1 cm'], ['Ice', 'Any'], ['Fog', '50 m']);
  expect(conflict && otherSide('rows', conflict, now)).toEqual(
    table(slower, ['Rain', 'Any'], ['Snow', '1 cm'], ['Ice', 'Any'], ['Fog', '50 m']),
  );
});

test('[MG8] steps are numbered anew where one was added, and values under names merge', () => {
  const steps = (...texts: readonly string[]): Json => ({ items: texts.map((text, i) => ({ no: i + 1, text })) });
  expect(merge(steps('Fence', 'Lift', 'Fix'), steps('Lift', 'Fix it'), steps('Lift', 'Fix')).value).toEqual(
    steps('Fence', 'Lift', 'Fix it'),
  );
  const entries = (a: string, b: string): Json => ({
    entries: [
      { key: 'first_aider', value: a },
      { key: 'assembly_point', value: b },
    ],
  });
  expect(merge(entries('Bob', 'Gate 1'), entries('Ann', 'Gate 2'), entries('Ann', 'Gate 1')).value).toEqual(
    entries('Bob', 'Gate 2'),
  );
  expect(merge(list('a', 'B'), list('A', 'b'), list('a', 'b')).value).toEqual(list('A', 'B'));
});

test('[MG40] what both add at one place stays whole; once where it begins or ends alike', () => {
  const plan = list('Plan');
  const merged = (theirs: Json, mine: Json) => merge(theirs, mine, plan);
  expect(merged(list('Plan', 'Isolate', 'Prove dead', 'Cut'), list('Plan', 'Lock', 'Prove dead', 'Open'))).toEqual({
    value: list('Plan', 'Isolate', 'Prove dead', 'Cut', 'Lock', 'Prove dead', 'Open'),
    conflict: undefined,
  });
  expect(merged(list('Plan', 'Lock'), list('Plan', 'Lock', 'Cut', 'Lock')).value).toEqual(
    list('Plan', 'Lock', 'Cut', 'Lock'),
  );
  expect(merged(list('Plan', 'Lock', 'Cut'), list('Plan', 'Lock', 'Open')).value).toEqual(
    list('Plan', 'Lock', 'Cut', 'Open'),
  );
  expect(merged(list('Plan', 'Cut', 'Unlock'), list('Plan', 'Open', 'Unlock')).value).toEqual(
    list('Plan', 'Cut', 'Open', 'Unlock'),
  );
  expect(merged(list('Plan', 'Cut', 'Cut'), list('Plan', 'Cut', 'Cut')).value).toEqual(list('Plan', 'Cut', 'Cut'));
});

test('[MG41] a moved row takes the edit of the other side along', () => {
  const edited = list('Isolate and lock', 'Cut', 'Clean');
  const moved = list('Cut', 'Clean', 'Isolate');
  const both = { value: list('Cut', 'Clean', 'Isolate and lock'), conflict: undefined };
  expect(merge(moved, edited, list('Isolate', 'Cut', 'Clean'))).toEqual(both);
  expect(merge(edited, moved, list('Isolate', 'Cut', 'Clean'))).toEqual(both);
});

test('[MG41] a row that both move apart, or that one moves and one removes, is disputed', () => {
  const abcd = list('a', 'b', 'c', 'd');
  const [theirs, mine] = [list('b', 'a', 'c', 'd'), list('b', 'c', 'd', 'a')];
  const apart = merge(theirs, mine, abcd);
  expect(apart).toMatchObject({ value: theirs, conflict: { kept: 'both' } });
  expect(apart.conflict && otherSide('rows', apart.conflict)).toEqual(mine);
  expect(merge(mine, mine, abcd)).toEqual({ value: mine, conflict: undefined });
  const gone = merge(list('b', 'a'), list('b', 'c'), list('a', 'b'));
  expect(gone).toMatchObject({ value: list('b', 'a', 'c'), conflict: { kept: 'both' } });
  expect(gone.conflict && otherSide('rows', gone.conflict)).toEqual(list('b', 'c'));
  const back = merge(list('b', 'c'), list('b', 'a'), list('a', 'b'));
  expect(back).toMatchObject({ value: list('b', 'c'), conflict: { kept: 'both' } });
  expect(back.conflict && otherSide('rows', back.conflict)).toEqual(list('b', 'c', 'a'));
});

test('[MG43] a row that one puts among rows that the other changes stays among them', () => {
  expect(merge(list('A', 'B', 'c'), list('a', 'new', 'b', 'c'), list('a', 'b', 'c'))).toEqual({
    value: list('A', 'new', 'B', 'c'),
    conflict: undefined,
  });
  expect(merge(list('a', 'new', 'b', 'c'), list('c'), list('a', 'b', 'c')).value).toEqual(list('new', 'c'));
  // An edited row with a new one beside it is that row.
  const lifted = merge(list('Lift', 'Lift with two slings', 'Fix'), list('Lift slowly', 'Fix'), list('Lift', 'Fix'));
  expect(lifted).toEqual({ value: list('Lift slowly', 'Lift with two slings', 'Fix'), conflict: undefined });
  expect(merge(list('Lift', 'Cut wet', 'Sweep'), list('Lift', 'Cut dry'), list('Lift', 'Cut'))).toMatchObject({
    value: list('Lift', 'Cut wet', 'Sweep'),
    conflict: { kept: 'both' },
  });
});

test('[MG41] a row is found again by its words among others that came and went', () => {
  const [erect, edge, nets] = ['Erect scaffold', 'Fit edge protection', 'Fit edge protection and nets'];
  const before = list(erect, edge, 'Lay sheets');
  const tablet = list(nets, 'Inspect nets', 'Lay sheets');
  // Both took the scaffold out.
  const clean = { value: list(nets, 'Inspect nets', 'Lay sheets'), conflict: undefined };
  expect(merge(list(edge, 'Lay sheets'), tablet, before)).toEqual(clean);
  expect(merge(tablet, list(edge, 'Lay sheets'), before)).toEqual(clean);
  // One moved it, the other took it out.
  const moved = merge(list(edge, 'Lay sheets', erect), tablet, before);
  expect(moved).toMatchObject({
    value: list(nets, 'Inspect nets', 'Lay sheets', erect),
    conflict: { kept: 'both' },
  });
  expect(moved.conflict && otherSide('rows', moved.conflict)).toEqual(list(nets, 'Inspect nets', 'Lay sheets'));
});

test('[MG41] what takes the place of a row without one of its words is a new row', () => {
  const before = list('Fence', 'Lift', 'Fix the sheets');
  const office = list('Fence', 'Lift', 'Fix the sheets with washers');
  const tablet = list('Fence', 'Lift', 'Clean the deck');
  const merged = merge(office, tablet, before);
  expect(merged).toMatchObject({
    value: list('Fence', 'Lift', 'Clean the deck', 'Fix the sheets with washers'),
    conflict: { kept: 'both' },
  });
  expect(merged.conflict && otherSide('rows', merged.conflict)).toEqual(list('Fence', 'Lift', 'Clean the deck'));
  expect(merge(list('Fence', 'Fix the sheets'), list('Fence', 'Clean', 'Fix the sheets'), before).value).toEqual(
    list('Fence', 'Clean', 'Fix the sheets'),
  );
  // Who changed one of two pieces of clothing, and another who moved one.
  const ppe = merge(
    list('Gloves', 'Boots', 'Helmet'),
    list('Helmets', 'Goggles', 'Boots'),
    list('Gloves', 'Helmet', 'Boots'),
  );
  expect(ppe.conflict).toBeDefined();
});

test('[MG41] rows of any script are found again, whatever the case', () => {
  const [lift, fence] = ['吊装前检查吊索', '围挡'];
  const edited = '吊装前检查所有吊索';
  expect(merge(list(fence, lift, 'Fix'), list(edited, fence, 'Fix'), list(lift, fence, 'Fix'))).toEqual({
    value: list(fence, edited, 'Fix'),
    conflict: undefined,
  });
  expect(merge(list('Fix', 'lift'), list('LIFT', 'Fix'), list('lift', 'Fix'))).toEqual({
    value: list('Fix', 'LIFT'),
    conflict: undefined,
  });
});

test('[MG49] a value that two fill in under one name is disputed, and is there once', () => {
  const entries = (...pairs: readonly (readonly [string, string])[]): Json => ({
    entries: pairs.map(([key, value]) => ({ key, value })),
  });
  const [theirs, mine] = [entries(['first_aider', 'Bob']), entries(['hospital', 'Tameside'], ['first_aider', 'Ann'])];
  for (const nothing of [null, { entries: [] }]) {
    const merged = merge(theirs, mine, nothing);
    expect(merged).toMatchObject({ conflict: { kept: 'both' } });
    expect(merged.value).toEqual(entries(['hospital', 'Tameside'], ['first_aider', 'Bob']));
    expect(merged.conflict && otherSide('rows', merged.conflict)).toEqual(mine);
  }
  expect(merge(entries(['first_aider', 'Ann']), entries(['first_aider', 'Ann']), null).conflict).toBeUndefined();
});

test('[MG47] rows that two begin where there were none are all kept', () => {
  const both = { value: table(gust, rain), conflict: undefined };
  for (const nothing of [null, {}, { columns }, { columns, rows: [] }])
    expect(merge(table(gust), table(rain), nothing)).toEqual(both);
  const other: Json = { columns: ['Condition', 'Value'], rows: [rain] };
  expect(merge(table(gust), other, null).conflict).toBeDefined();
  // What only one of them changed beside the rows is as they changed it, and the other's rows are disputed with it.
  expect(merge({ columns: ['What', 'Limit'], rows: [gust] }, table(gust, rain), table(gust)).conflict).toBeDefined();
});

test('[MG44] steps are numbered anew also where one side left a gap', () => {
  const step = (no: number, text: string): Json => ({ no, text });
  const three: Json = { items: [step(1, 'a'), step(2, 'b'), step(3, 'c')] };
  const gap: Json = { items: [step(1, 'a'), step(3, 'c')] };
  const more: Json = { items: [step(1, 'a'), step(2, 'b'), step(3, 'c'), step(4, 'd')] };
  const merged: Json = { items: [step(1, 'a'), step(2, 'c'), step(3, 'd')] };
  expect(merge(gap, more, three)).toEqual({ value: merged, conflict: undefined });
  expect(merge(more, gap, three)).toEqual({ value: merged, conflict: undefined });
});

test('[MG46] what nobody has filled in is no edit, however a side says so', () => {
  const steps = (a: JsonObject, b: JsonObject): Json => ({ items: [a, b] });
  const [lift, cut] = [{ text: 'Lift' }, { text: 'Cut' }];
  const said = { ...lift, hold_point: false, released_by: null, note: '' };
  expect(merge(steps(said, { text: 'Cut wet' }), steps({ text: 'Lift it' }, cut), steps(lift, cut))).toEqual({
    value: steps({ text: 'Lift it' }, { text: 'Cut wet' }),
    conflict: undefined,
  });
  expect(
    merge(table(['Gust', null], rain), table(['Gust', '9'], rain, ['Fog']), table(['Gust'], rain)).conflict,
  ).toBeUndefined();
  const held = { ...lift, hold_point: true };
  expect(merge(steps(held, cut), steps({ text: 'Lift it' }, cut), steps(lift, cut)).conflict).toBeDefined();
});
