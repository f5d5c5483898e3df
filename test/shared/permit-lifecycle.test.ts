/** The life of a permit as a table: every state, every action, at every door. */
import { describe, expect, test } from 'vitest';
import enums from '../../shared/reference/enums.json' with { type: 'json' };
import {
  advancePermit,
  permitActions,
  permitStates,
  type PermitAction,
  type PermitState,
} from '../../shared/resources/permit/states.ts';
import { Problem } from '../../shared/model/problem.ts';

const office = { origin: 'rest', inTime: true } as const;
const tablet = { origin: 'sync', inTime: true } as const;

function answer(...asked: Parameters<typeof advancePermit>): string {
  try {
    const { to, isEvidence } = advancePermit(...asked);
    return isEvidence ? 'evidence' : to;
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}

test('[PW1] the states are those of the list', () => {
  expect(permitStates).toEqual(enums.permit_state);
});

const ways: readonly (readonly [PermitState, readonly string[]])[] = [
  ['draft', ['request → requested', 'cancel → cancelled']],
  ['requested', ['authorise → authorised', 'cancel → cancelled']],
  ['authorised', ['open → open', 'cancel → cancelled']],
  ['open', ['suspend → suspended', 'work_complete → work_complete', 'cancel → cancelled']],
  ['suspended', ['resume → open', 'work_complete → work_complete', 'cancel → cancelled']],
  ['work_complete', ['close → closed', 'cancel → cancelled']],
  ['closed', []],
  ['cancelled', []],
  ['expired', ['extend → before_expiry', 'work_complete → work_complete', 'cancel → cancelled']],
];

test.each(ways)('[PW1] a permit that is %s goes these ways and no other', (from, expected) => {
  const moves = permitActions
    .map((action) => [action, answer(from, action, office)] as const)
    .filter(([, to]) => to !== 'invalid_transition' && to !== from);
  expect(moves.map(([action, to]) => `${action} → ${to}`).toSorted()).toEqual([...expected].toSorted());
});

describe.each(permitStates)('a permit that is %s', (from) => {
  test.each(permitActions)('[PW1] takes “%s”, or names its state and what is possible', (action) => {
    const isRefused = answer(from, action, office) === 'invalid_transition';
    const allowed = permitActions.filter((each) => allowedNow(from, each));
    expect(refusalOf(from, action)).toEqual(isRefused ? { from, action, allowed } : null);
  });

  test('[PW10] what a device saw of a stop or of the air is never refused', () => {
    expect(answer(from, 'suspend', tablet)).toBe(from === 'open' ? 'suspended' : 'evidence');
    expect([from, 'evidence']).toContain(answer(from, 'record_gas_test', tablet));
  });
});

function refusalOf(from: PermitState, action: PermitAction): unknown {
  try {
    advancePermit(from, action, office);
    return null;
  } catch (error) {
    return error instanceof Problem ? error.members : error;
  }
}

/** An extension of what has run out is possible only to who was in time, so nobody is told of it. */
function allowedNow(from: PermitState, action: PermitAction): boolean {
  return answer(from, action, { origin: 'rest', inTime: false }) !== 'invalid_transition';
}

test('[PW10] an extension undoes the expiry only where it was made before the end', () => {
  expect(answer('expired', 'extend', tablet)).toBe('before_expiry');
  expect(answer('expired', 'extend', { ...tablet, inTime: false })).toBe('invalid_transition');
});
