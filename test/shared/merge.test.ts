/** The merge of one record's fields, policy by policy, as pure functions. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../shared/base/json.ts';
import { mergeFields } from '../../shared/merge/merge.ts';
import type { Policy } from '../../shared/model/declared-fields.ts';
import { mergeTexts } from '../../shared/merge/text-merge.ts';
import { openChance } from '../kit/clock.ts';

/** One field under one policy: the value afterwards, and whether it conflicts. */
function merge(policy: Policy, was: Json, theirs: Json, mine: Json): { value: Json; kept: string | undefined } {
  const { set, conflicts } = mergeFields({ field: policy }, { field: theirs }, { field: mine }, { field: was });
  return { value: set['field'] ?? theirs, kept: conflicts[0]?.kept };
}

describe('fields', () => {
  test('[MG1] an edit of a field that nobody else changed applies without a conflict', () => {
    expect(merge('first-wins', 'a', 'a', 'b')).toEqual({ value: 'b', kept: undefined });
  });

  test('[MG2] disjoint edits of one record both stand, without a conflict', () => {
    const policies = { name: 'first-wins', description: 'first-wins' } as const;
    const merged = mergeFields(
      policies,
      { name: 'theirs', description: 'old' },
      { description: 'mine' },
      { description: 'old' },
    );
    expect(merged).toEqual({ set: { description: 'mine' }, conflicts: [], merges: [], rebased: false });
  });

  test('[MG3] the same edit by two people is one edit', () => {
    expect(merge('first-wins', 'a', 'b', 'b')).toEqual({ value: 'b', kept: undefined });
  });

  test('[MG4] of two different edits the first reconciled stays, and both values are kept', () => {
    const { set, conflicts } = mergeFields(
      { name: 'first-wins' },
      { name: 'theirs' },
      { name: 'mine' },
      { name: 'old' },
    );
    expect(set).toEqual({});
    expect(conflicts).toEqual([
      { field: 'name', was: 'old', theirs: 'theirs', mine: 'mine', kept: 'theirs', proposal: null },
    ]);
  });

  test('[MG5] of two ratings the more careful one applies until a person decides', () => {
    expect(merge('max', 2, 3, 4)).toEqual({ value: 4, kept: 'mine' });
    expect(merge('max', 2, 5, 4)).toEqual({ value: 5, kept: 'theirs' });
    expect(merge('min', 20, 15, 12)).toEqual({ value: 12, kept: 'mine' });
    expect(merge('max', 2, null, 4)).toEqual({ value: 4, kept: 'mine' });
  });

  test('[MG6] without what the author saw, the edit is unconditional', () => {
    expect(mergeFields({ name: 'first-wins' }, { name: 'theirs' }, { name: 'mine' }, undefined).set).toEqual({
      name: 'mine',
    });
  });
});

describe('lists of things with ids', () => {
  const [a, b, c] = [
    { id: 'a', text: 'guard rail' },
    { id: 'b', text: 'harness' },
    { id: 'c', text: 'net' },
  ];

  test('[MG7] additions of both sides stand', () => {
    expect(merge('set-by-id', [a], [a, b], [a, c])).toEqual({ value: [a, b, c], kept: undefined });
  });

  test('[MG8] edits of different entries both stand', () => {
    const [edited, other] = [
      { ...a, text: 'double rail' },
      { ...b, text: 'two harnesses' },
    ];
    expect(merge('set-by-id', [a, b], [edited, b], [a, other])).toEqual({ value: [edited, other], kept: undefined });
  });

  test('[MG9] an edit beats a removal, and the removal of an unchanged item applies', () => {
    const edited = { ...a, text: 'double rail' };
    expect(merge('set-by-id', [a, b], [edited, b], [b]).value).toEqual([edited, b]);
    expect(merge('set-by-id', [a, b], [a], [edited, b]).value).toEqual([edited]);
    expect(merge('set-by-id', [a, b], [a, b, c], [a])).toEqual({ value: [a, c], kept: undefined });
  });

  test('[MG10] of two different edits of one entry theirs stays, and the conflict is shown', () => {
    const [theirs, mine] = [
      { ...a, text: 'x' },
      { ...a, text: 'y' },
    ];
    expect(merge('set-by-id', [a], [theirs], [mine])).toEqual({ value: [theirs], kept: 'both' });
  });

  test('[MG15] an order changed by one side applies; of two, theirs wins with a conflict', () => {
    const entry = (id: string): Json => ({ id, text: 'as it was' });
    const [one, two, three] = [entry('1'), entry('2'), entry('3')];
    const edited = { id: '1', text: 'edited' };
    const added = { id: '4', text: 'added' };
    expect(merge('set-by-id', [one, two, three], [edited, two, three, added], [three, one, two])).toEqual({
      value: [three, edited, two, added],
    });
    expect(merge('set-by-id', [one, two, three], [three, one, two], [edited, two, three, added])).toEqual({
      value: [three, edited, two, added],
    });
    expect(merge('set-by-id', [one, two, three], [three, two, one], [two, one, three])).toEqual({
      value: [three, two, one],
      kept: 'both',
    });
  });
});

describe('long text', () => {
  test('[MG11] edits of different lines both stand', () => {
    expect(merge('text', 'one\ntwo\nthree', 'ONE\ntwo\nthree', 'one\ntwo\nTHREE')).toEqual({
      value: 'ONE\ntwo\nTHREE',
      kept: undefined,
    });
  });

  test('[MG12] edits of the same words conflict', () => {
    expect(merge('text', 'one', 'two', 'three')).toEqual({ value: 'two', kept: 'theirs' });
  });

  test('[MG25] a merged value that its field does not allow becomes a conflict', () => {
    const fits = (_: string, value: Json): boolean => String(value).length <= 12;
    const { set, conflicts } = mergeFields(
      { notes: 'text' },
      { notes: 'a\nthe first' },
      { notes: 'a\nmine' },
      { notes: 'a' },
      fits,
    );
    expect({ set, conflicts }).toMatchObject({ set: {}, conflicts: [{ kept: 'theirs', proposal: null }] });
    const list = { controls: [{ id: 'a' }, { id: 'b' }] };
    const isShort = (_: string, value: Json): boolean => Array.isArray(value) && value.length <= 2;
    const merged = mergeFields(
      { controls: 'set-by-id' },
      list,
      { controls: [{ id: 'a' }, { id: 'c' }] },
      { controls: [{ id: 'a' }] },
      isShort,
    );
    expect(merged).toMatchObject({ set: {}, conflicts: [{ kept: 'theirs' }] });
  });

  test('[MG13] merging with nobody, or with one’s own edit, changes nothing (300 seeded texts)', () => {
    const chance = openChance(11);
    const text = (): string => Array.from({ length: chance.below(7) }, () => chance.pick(['a', 'b', 'c'])).join('\n');
    for (let i = 0; i < 300; i++) {
      const [was, edited] = [text(), text()];
      expect(mergeTexts(was, edited, was)).toEqual({ text: edited, isClean: true });
      expect(mergeTexts(was, was, edited)).toEqual({ text: edited, isClean: true });
      expect(mergeTexts(was, edited, edited)).toEqual({ text: edited, isClean: true });
    }
  });

  test('[MG14] texts too different for a line diff conflict at once; one far edit merges', () => {
    const lines = (word: string, count: number): string => `${word}\n`.repeat(count);
    expect(merge('text', lines('a', 300_000), lines('b', 20_000), lines('c', 20_000))).toMatchObject({
      kept: 'theirs',
    });
    const middle = lines('same', 3);
    expect(
      merge(
        'text',
        `${lines('a', 9_000)}${middle}end`,
        `${lines('b', 9_000)}${middle}end`,
        `${lines('a', 9_000)}${middle}END`,
      ),
    ).toEqual({ value: `${lines('b', 9_000)}${middle}END`, kept: undefined });
  });
});
