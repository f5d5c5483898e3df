/** What holds for rows that two people change at once, whatever they do: the same by chance in each run. `SEEDS=10` runs longer. */
import { expect, test } from 'vitest';
import type { Json } from '../../shared/base/json.ts';
import { mergeFields, otherSide, standingSide } from '../../shared/merge/merge.ts';
import { openChance } from '../kit/clock.ts';

type Rows = readonly string[];
type Chance = ReturnType<typeof openChance>;

const count = 5000 * Number(process.env['SEEDS'] ?? 1);
const list = (items: Rows): Json => ({ items });
const rowsOf = (value: Json | undefined): Rows => (value as { items: Rows }).items;

function edit(chance: Chance, base: Rows, who: string, mayMove: boolean): Rows {
  const rows = [...base];
  for (let i = 0; i <= chance.below(4); i++) {
    const [kind, at] = [chance.next(), chance.below(rows.length)];
    const [row] = rows.slice(at, at + 1);
    if (kind < 0.35 || row === undefined) rows.splice(chance.below(rows.length + 1), 0, `${who}${i}`);
    else if (kind < 0.65) rows[at] = `${who}${i} of ${row}`;
    else rows.splice(at, 1);
    if (kind < 0.85 || row === undefined || !mayMove) continue;
    rows.splice(chance.below(rows.length + 1), 0, row);
  }
  return rows;
}

function merge(base: Rows, theirs: Rows, mine: Rows) {
  const [was, left, right] = [list(base), list(theirs), list(mine)];
  const { set, conflicts } = mergeFields({ data: 'rows' }, { data: left }, { data: right }, { data: was });
  const [conflict] = conflicts;
  const rows = rowsOf(set['data'] ?? left);
  return {
    rows,
    taken: conflict ? rowsOf(otherSide('rows', conflict)) : null,
    shown: conflict ? rowsOf(standingSide(conflict)) : rows,
  };
}

/** An edited row says of which it is. */
const nameOf = (row: string): string => row.split(' of ').at(-1) ?? row;

/** Rows of the base that one side took out and the other wrote anew. */
function takenOutAndEdited(base: Rows, theirs: Rows, mine: Rows): Rows {
  const isIn = (rows: Rows, name: string): boolean => rows.some((row) => nameOf(row) === name);
  return base.filter((name) =>
    [
      [theirs, mine],
      [mine, theirs],
    ].some(([one = [], other = []]) => !isIn(one, name) && isIn(other, name) && !other.includes(name)),
  );
}

const countOf = (rows: Rows, row: string): number => rows.filter((each) => each === row).length;

function areInOneOrder(all: Rows, allOthers: Rows): boolean {
  const [rows, others] = [all.map(nameOf), allOthers.map(nameOf)];
  const shared = others.filter((row) => rows.includes(row));
  return rows.filter((row) => others.includes(row)).every((row, i) => row === shared[i]);
}

/** What is wrong with the merge of two edits by chance; empty if nothing is. */
function faultsOf(seed: number): { readonly faults: readonly string[]; readonly isDisputed: boolean } {
  const chance = openChance(seed);
  const base = Array.from({ length: chance.below(8) }, (_, i) => `b${i}`);
  const mayMove = seed % 2 === 0;
  const [theirs, mine] = [edit(chance, base, 't', mayMove), edit(chance, base, 'm', mayMove)];
  const { rows, taken, shown } = merge(base, theirs, mine);
  const isOfBoth = (row: string): boolean => [theirs, mine].every((side) => side.map(nameOf).includes(nameOf(row)));
  const isNew = (row: string): boolean => !base.includes(row);
  const lacking = (result: Rows, wanted: Rows): Rows => wanted.filter((row) => !result.includes(row));
  const added = [...theirs, ...mine].filter(isNew);
  const checks: readonly (readonly [fault: string, isFault: boolean])[] = [
    ['shown as another', shown.join() !== rows.join()],
    ['not asked', taken === null && takenOutAndEdited(base, theirs, mine).length > 0],
    // Where somebody has to choose, what one value lacks is in the other.
    ['lost', lacking([...rows, ...(taken ?? [])], added).length > 0],
    ['lost of theirs', lacking(rows, theirs.filter(isNew)).length > 0],
    ['back', taken === null && rows.some((row) => !isNew(row) && !isOfBoth(row))],
    ...[rows, taken ?? rows].flatMap((result) => [
      ['doubled', new Set(result.map(nameOf)).size < result.length] as const,
      ['lost of both', lacking(result.map(nameOf), base.filter(isOfBoth)).length > 0] as const,
      ['order', !mayMove && !(areInOneOrder(result, theirs) && areInOneOrder(result, mine))] as const,
    ]),
  ];
  const said = [base, theirs, mine, rows, taken ?? []].map((each) => each.join()).join(' | ');
  return {
    faults: checks.flatMap(([fault, isFault]) => (isFault ? [`${seed} ${fault}: ${said}`] : [])),
    isDisputed: taken !== null,
  };
}

/** The same with rows that say the same: how many there are. */
function miscounted(seed: number): readonly string[] {
  const chance = openChance(seed);
  const words = ['', 'x', 'y'];
  const some = (most: number): string[] => Array.from({ length: chance.below(most) }, () => chance.pick(words));
  const base = some(6);
  const editedBy = (): Rows => {
    const rows = [...base];
    for (let i = 0; i <= chance.below(3); i++) rows.splice(chance.below(rows.length + 1), chance.below(2), ...some(3));
    return rows;
  };
  const [theirs, mine] = [editedBy(), editedBy()];
  const { rows, taken } = merge(base, theirs, mine);
  const isWrong = (word: string): boolean => {
    const [left, right] = [countOf(theirs, word), countOf(mine, word)];
    const both = left + right - countOf(base, word);
    const found = countOf(rows, word);
    return found < Math.min(left, right, both) || found > Math.max(left, right, both);
  };
  return taken
    ? []
    : words.filter(isWrong).map((word) => `${seed} “${word}”: ${[base, theirs, mine, rows].join(' | ')}`);
}

const seeds = Array.from({ length: count }, (_, i) => i + 1);

test('[MG48] no row is lost, doubled or out of order, on either choice (5,000 seeds)', () => {
  const all = seeds.map(faultsOf);
  expect(all.flatMap(({ faults }) => faults)).toEqual([]);
  expect(all.filter(({ isDisputed }) => isDisputed).length).toBeGreaterThan(count / 10);
});

test('[MG48] rows that say the same are as many as both sides made them (5,000 seeds)', () => {
  expect(seeds.flatMap(miscounted)).toEqual([]);
});
