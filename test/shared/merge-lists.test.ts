/** Merging lists of things with ids: edits against removals, members that say nothing, entries that come without their ids, settling. */
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import { mergeFields, otherSide, standingSide, type FieldConflict } from '../../shared/merge/merge.ts';
import { openChance, type Chance } from '../kit/clock.ts';

type Entry = JsonObject & { readonly id: string };

interface Outcome {
  readonly value: readonly Json[];
  readonly conflict: FieldConflict | undefined;
}

function merge(was: readonly Json[], theirs: readonly Json[], mine: readonly Json[]): Outcome {
  const { set, conflicts } = mergeFields({ list: 'set-by-id' }, { list: theirs }, { list: mine }, { list: was });
  return { value: (set['list'] ?? theirs) as readonly Json[], conflict: conflicts[0] }; // lists merge to lists
}

const [rail, harness, net] = [
  { id: 'a', text: 'guard rail' },
  { id: 'b', text: 'harness' },
  { id: 'c', text: 'net' },
];

describe('edit against removal', () => {
  const edited = { ...rail, text: 'double rail' };

  test('[MG9] an edit beats a removal in either order, and the conflict has both lists', () => {
    expect(merge([rail, net], [net], [edited, net])).toEqual({
      value: [net, edited],
      conflict: { field: 'list', was: [rail, net], theirs: [net], mine: [edited, net], kept: 'both', proposal: null },
    });
    expect(merge([rail, net], [edited, net], [net])).toEqual({
      value: [edited, net],
      conflict: { field: 'list', was: [rail, net], theirs: [edited, net], mine: [net], kept: 'both', proposal: null },
    });
  });

  test('[MG9] conflicts and entries never depend on who came first (2,000 seeded lists)', () => {
    const chance = openChance(31);
    for (let i = 0; i < 2_000; i++) {
      const was = Array.from({ length: chance.below(5) }, (_, n): Entry => ({ id: `w${n}`, text: 'as it was' }));
      const [one, other] = [changed(was, 'one', chance), changed(was, 'other', chance)];
      const [first, second] = [merge(was, one, other), merge(was, other, one)];
      expect(first.conflict === undefined).toBe(second.conflict === undefined);
      const differs = sorted(first.value).join() !== sorted(second.value).join();
      expect(differs && !first.conflict).toBe(false);
    }
  });
});

function changed(was: readonly Entry[], who: string, chance: Chance): readonly Entry[] {
  const left = was
    .filter(() => chance.below(5) > 0)
    .map((entry) => (chance.below(3) === 0 ? { ...entry, text: who } : entry));
  return chance.below(2) === 0 ? left : left.toSpliced(chance.below(left.length + 1), 0, { id: who, text: 'new' });
}

function sorted(list: readonly Json[]): readonly string[] {
  return list.map((entry) => JSON.stringify(entry)).toSorted();
}

describe('what is the same', () => {
  test('[MG19] a member that is null and one that is absent say the same, at any depth', () => {
    const [theirs, mine] = [
      { ...rail, text: 'double rail' },
      { ...rail, text: 'double rail', by: null, more: undefined },
    ];
    expect(merge([rail], [theirs], [mine])).toEqual({ value: [theirs], conflict: undefined });
    expect(merge([{ ...rail, by: null }], [rail, net], [theirs])).toEqual({
      value: [theirs, net],
      conflict: undefined,
    });
    expect(merge([], [{ item: 'gloves' }], [{ item: 'gloves', specification: null }])).toEqual({
      value: [{ item: 'gloves' }],
      conflict: undefined,
    });
    const { set, conflicts } = mergeFields(
      { lev: 'first-wins' },
      { lev: { type: 'hood', test: { on: null } } },
      { lev: { type: 'booth' } },
      { lev: { type: 'hood', test: {} } },
    );
    expect({ set, conflicts }).toEqual({ set: { lev: { type: 'booth' } }, conflicts: [] });
  });

  test('[MG19] an edit that writes null over nothing applies where nobody else changed it', () => {
    const merged = mergeFields({ data: 'first-wins' }, { data: {} }, { data: { wind: null } }, { data: {} });
    expect(merged.set).toEqual({ data: { wind: null } });
  });

  test('[MG20] an entry without its id is known by its words: no new entry, and no edit', () => {
    const [bareRail, bareNet] = [{ text: 'guard rail' }, { text: 'net' }];
    expect(
      mergeFields({ list: 'set-by-id' }, { list: [rail, net] }, { list: [bareRail, bareNet] }, undefined).set,
    ).toEqual({});
    expect(merge([bareRail], [rail, net], [bareRail, harness])).toEqual({
      value: [rail, net, harness],
      conflict: undefined,
    });
    expect(merge([bareRail, bareNet], [rail, net, harness], [bareNet]).value).toEqual([net, harness]);
    expect(merge([rail], [{ ...rail, text: 'double rail' }], [bareRail, bareNet])).toEqual({
      value: [{ ...rail, text: 'double rail' }, bareNet],
      conflict: undefined,
    });
  });

  test('[MG20] of two entries without an id that say the same, only one is the known one', () => {
    const bare = { text: 'guard rail' };
    expect(merge([rail], [rail], [bare, bare]).value).toEqual([rail, bare]);
  });

  test('[MG21] where two entries have one id already, a merge loses neither', () => {
    const [one, two] = [rail, { ...rail, text: 'second rail' }];
    expect(merge([one, two], [one, two, net], [one, two, harness]).value).toEqual([one, two, net, harness]);
    expect(merge([one, two], [one, two, net], [one]).value).toEqual([one, net]);
  });
});

describe('members', () => {
  const was = { id: 'a', text: 'guard rail', by: 'Ann', level: 'engineering' };

  test('[MG8] edits of different members of one entry both apply', () => {
    const { value, conflict } = merge([was], [{ ...was, text: 'double rail' }], [{ ...was, by: 'Tom' }]);
    expect(value).toEqual([{ ...was, text: 'double rail', by: 'Tom' }]);
    expect(conflict).toBeUndefined();
  });

  test('[MG8] a member that one side added or removed is merged too', () => {
    const { by: _, ...without } = was;
    const { value, conflict } = merge([was], [without], [{ ...was, note: 'new' }]);
    expect(value).toEqual([{ ...without, note: 'new' }]);
    expect(conflict).toBeUndefined();
  });

  test('[MG10] of a member that both changed theirs applies with a conflict; others merge', () => {
    const theirs = { ...was, text: 'their rail', level: 'ppe' };
    const merged = merge([was], [theirs], [{ ...was, text: 'my rail', by: 'Tom' }]);
    expect(merged.value).toEqual([{ ...theirs, by: 'Tom' }]);
    expect(merged.conflict?.kept).toBe('both');
    expect(merged.conflict && otherSide('set-by-id', merged.conflict)).toEqual([
      { ...theirs, text: 'my rail', by: 'Tom' },
    ]);
  });

  test('[MG8] members merge as the fields of records do (2,000 seeded entries)', () => {
    const chance = openChance(37);
    const edit = (entry: JsonObject): JsonObject =>
      Object.fromEntries(
        Object.entries(entry).map(([name, value]) => [
          name,
          name === 'id' || chance.below(3) > 0 ? value : chance.below(3),
        ]),
      );
    const names = ['one', 'two', 'three'];
    const policies = Object.fromEntries(names.map((name) => [name, 'first-wins'] as const));
    for (let i = 0; i < 2_000; i++) {
      const entry = { id: 'a', ...Object.fromEntries(names.map((name) => [name, 9])) };
      const [theirs, mine] = [edit(entry), edit(entry)];
      const { value, conflict } = merge([entry], [theirs], [mine]);
      const edits = Object.fromEntries(names.filter((name) => mine[name] !== 9).map((name) => [name, mine[name] ?? 9]));
      const asRecord = mergeFields(policies, theirs, edits, entry);
      expect(value).toEqual([{ ...theirs, ...asRecord.set }]);
      expect(conflict !== undefined).toBe(asRecord.conflicts.length > 0);
    }
  });
});

describe('resolving', () => {
  /** Takes the other side, as an edit of the value that the conflict shows. */
  const take = ({ conflict }: Outcome, current: readonly Json[]): Outcome => {
    if (!conflict) return { value: current, conflict };
    return merge(
      standingSide(conflict) as readonly Json[],
      current,
      otherSide('set-by-id', conflict) as readonly Json[],
    ); // lists
  };
  const [theirs, mine] = [
    { ...rail, text: 'their rail' },
    { ...rail, text: 'my rail' },
  ];

  test('[MG18] only disputed entries of a list change; what others added or changed stays', () => {
    const merged = merge([rail, harness], [theirs, harness, net], [mine, harness]);
    expect(merged.value).toEqual([theirs, harness, net]);
    expect(take(merged, merged.value)).toEqual({ value: [mine, harness, net], conflict: undefined });
    const since = [{ id: 'd', text: 'since' }, theirs, { ...harness, text: 'two harnesses' }, net];
    expect(take(merged, since)).toEqual({ value: [since[0], mine, since[2], net], conflict: undefined });
  });

  test('[MG23] an entry changed or removed since is not overwritten: a new conflict appears', () => {
    const merged = merge([rail, harness], [theirs, harness], [mine, harness]);
    const newer = { ...rail, text: 'newer rail' };
    expect(take(merged, [newer, harness])).toMatchObject({ value: [newer, harness], conflict: { kept: 'both' } });
    expect(take(merged, [harness])).toMatchObject({ value: [harness, mine], conflict: { kept: 'both' } });
  });

  test('[MG18] where an edit beat a removal, the removal can be taken, in either order', () => {
    const mineStands = merge([rail, net], [net, harness], [mine, net]);
    expect(take(mineStands, mineStands.value).value).toEqual([net, harness]);
    const theirsStand = merge([rail, net], [theirs, net], [net, harness]);
    expect(take(theirsStand, theirsStand.value).value).toEqual([net, harness]);
  });

  test('[MG18] where the order is in dispute, mine is taken', () => {
    const merged = merge([rail, harness, net], [net, harness, rail, { id: 'd' }], [harness, rail, net]);
    expect(merged.value).toEqual([net, harness, rail, { id: 'd' }]);
    expect(take(merged, merged.value).value).toEqual([harness, rail, net, { id: 'd' }]);
  });
});
