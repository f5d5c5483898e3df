/** To whom the office offers the decision on a version. */
import { expect, test } from 'vitest';
import { mayDecide } from '../../web/office/documents/review/may-decide.ts';

type Arguments = Parameters<typeof mayDecide>;

test('[WB525] nobody is offered a decision before the rules of the organisation are read', () => {
  const me = { actor: { id: 'A', name: 'Ann Lee' }, role: 'manager' } as const;
  const people = { authors: [{ id: 'a', name: 'Ann Lee' }], reviewer: null };
  const rules = (require_two_person_approval: boolean) => ({ require_two_person_approval }) as Arguments[2];
  const may = (settings: Arguments[2]) => mayDecide(people, me, settings).may;
  expect([may(undefined), may(rules(true)), may(rules(false))]).toEqual([false, false, true]);
  expect(mayDecide(people, undefined, rules(false)).may).toBe(false);
});
