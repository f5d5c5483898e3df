/** Guard values of pure rules, each at its bound and beside it. */
import { expect, test } from 'vitest';
import type { Facts } from '../../shared/compliance/facts.ts';
import { fireWatchIsLongEnough } from '../../shared/compliance/rules/hot-work.ts';
import { commandSchema } from '../../shared/model/command.ts';
import { Problem } from '../../shared/model/problem.ts';
import { uuidv7 } from '../../shared/model/uuid.ts';
import { reminderHorizon } from '../../shared/resources/document/review-reminder.ts';
import { permitActions } from '../../shared/resources/permit/actions.ts';
import type { Permit } from '../../shared/resources/permit/fields.ts';
import type { World } from '../../shared/model/resource.ts';
import { conditionActions } from '../../shared/resources/document/condition-actions.ts';
import { answered } from '../../shared/resources/document/review/comments.ts';
import type { Document } from '../../shared/resources/document/shape.ts';
import { requireMinor } from '../../shared/resources/document/review/significance.ts';
import { queuedCommand } from '../../shared/sync/command-identity.ts';
import { limits, pullRequest } from '../../shared/sync/sync.ts';

test.each([
  ['20 characters', true, 'x'.repeat(20)],
  ['19 characters', false, 'x'.repeat(19)],
  ['19 characters and spaces', false, ` ${'x'.repeat(19)} `],
])('[RV13] a reason of %s makes a change minor: %s', (_, isAccepted, reason) => {
  let isRefused = false;
  try {
    requireMinor({}, {}, [null, reason]);
  } catch (error) {
    isRefused = error instanceof Problem && error.code === 'validation_failed';
  }
  expect(isRefused).toBe(!isAccepted);
});

test.each([
  ['2026-11-21T00:00:00.000Z', '2026-12-05'],
  ['2026-11-21T23:59:59.999Z', '2026-12-05'],
  ['2026-11-22T00:00:00.000Z', '2026-12-06'],
])('[NT7] at %s the last review date to be notified is %s', (now, date) => {
  expect(reminderHorizon(now)).toBe(date);
});

test.each([
  [60, 'pass'],
  [59, 'fail'],
])('[CC4] a fire watch of %i minutes is a %s', (minutes, result) => {
  const permit = { permit_type: 'hot_work', fire_watch: { observed_minutes: minutes } };
  // All that the rule looks at for a permit.
  const facts = { documentType: 'permit', permit, hazards: [] } as unknown as Facts;
  expect(fireWatchIsLongEnough(facts).result).toBe(result);
});

test.each([
  [99, true],
  [100, false],
])('[RV18] a comment with %i answers takes one more: %s', (given, isTaken) => {
  const reply = { by: { name: 'Ann Lee' }, at: '2026-11-20T08:00:00.000Z', text: 'At C4.' };
  const comment = {
    id: 'c',
    text: 'Where?',
    severity: 'must_fix',
    status: 'open',
    replies: Array.from({ length: given }, () => reply),
  };
  // All that the rule looks at.
  const document = { review_rounds: [{ comments: [comment] }] } as unknown as Document;
  const by = { author: { id: 'u', name: 'Paul Shah' }, now: '2026-11-20T09:00:00.000Z' } as Pick<
    World,
    'author' | 'now'
  >;
  const answer = (): unknown => answered(document, 'c', { reply: 'At C5.', resolved: null }, by);
  let isRefused = false;
  try {
    answer();
  } catch (error) {
    isRefused = error instanceof Problem && error.code === 'validation_failed';
  }
  expect(isRefused).toBe(!isTaken);
});

test.each([
  ['found unmet', 18, true, 'reopen_condition', true],
  ['found unmet', 19, true, 'reopen_condition', true],
  ['found unmet', 20, true, 'reopen_condition', false],
  ['met', 20, false, 'meet_condition', true],
  ['met', 21, false, 'meet_condition', true],
] as const)('[LC15] a condition is %s with %i marks', (_, given, met, action, isTaken) => {
  const mark = { version: 1, condition: 1, met, by: { name: 'Ann Lee' }, at: '2026-11-20T08:00:00.000Z' };
  // All that the rule looks at.
  const document = {
    status: 'approved',
    current_approved_version: 1,
    condition_marks: Array.from({ length: given }, () => mark),
  } as unknown as Document;
  const frozen = { id: 'v', body: { version: 1, conditions: [{ text: 'The tag hangs.' }] } };
  const world = {
    author: { id: 'u', name: 'Paul Shah' },
    now: '2026-11-20T09:00:00.000Z',
    children: () => [frozen],
  } as unknown as World;
  const say = (): unknown =>
    conditionActions[action].run(document, { version: 1, condition: 1, seen: given }, world, 'document');
  let isRefused = false;
  try {
    say();
  } catch (error) {
    isRefused = error instanceof Problem && error.code === 'validation_failed';
  }
  expect(isRefused).toBe(!isTaken);
});

const id = '018f0000-0000-7000-8000-000000000001';
const fields = (count: number, length = 4): object =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [String(i).padStart(length, 'f'), i]));
const created = (set: object): object => ({ op: 'create', kind: 'hazard', id, set });

test.each([
  ['200 fields', true, created(fields(200))],
  ['201 fields', false, created(fields(201))],
  ['a name of 64 characters', true, created(fields(1, 64))],
  ['a name of 65 characters', false, created(fields(1, 65))],
  ['a kind of 32 characters', true, { ...created({}), kind: 'k'.repeat(32) }],
  ['a kind of 33 characters', false, { ...created({}), kind: 'k'.repeat(33) }],
])('[SY3] a command with %s is readable: %s', (_, isReadable, command) => {
  expect(commandSchema().safeParse(command).success).toBe(isReadable);
});

const ids = (count: number): string[] => Array.from({ length: count }, (_, i) => uuidv7(i, new Uint8Array(10)));

test.each([
  ['a group name of 64 characters', true, { txn: 't'.repeat(64) }],
  ['a group name of 65 characters', false, { txn: 't'.repeat(65) }],
  ['100 dependencies', true, { depends_on: ids(100) }],
  ['101 dependencies', false, { depends_on: ids(101) }],
])('[SY3] a command with %s is readable: %s', (_, isReadable, more) => {
  const [commandId] = ids(1);
  expect(queuedCommand().safeParse({ id: commandId, command: created({}), ...more }).success).toBe(isReadable);
});

test.each([
  ['limit', 1, limits.max_pull_rows],
  ['max_bytes', 1024, limits.max_pull_bytes],
  ['wait_ms', 0, 25_000],
])('[R8] a pull takes `%s` from %i to %i', (name, least, most) => {
  const accepted = [least - 1, least, most, most + 1].map(
    (value) => pullRequest().safeParse({ [name]: value }).success,
  );
  expect(accepted).toEqual([false, true, true, false]);
});

test.each([
  [250, true],
  [251, false],
])('[R8] a pull resyncs %i scopes: %s', (count, isAccepted) => {
  expect(pullRequest().safeParse({ resync: Array.from({ length: count }, () => '') }).success).toBe(isAccepted);
});

test.each([
  [1999, true],
  [2000, false],
])('[PW9] a permit with %i entries in its log takes another: %s', (entries, isTaken) => {
  const author = { id: 'a', name: 'Priya Nair' };
  const world = { now: '2026-11-21T08:00:00.000Z', origin: 'rest', actor: author, author };
  const before = { state: 'draft', log: Array.from({ length: entries }, () => ({})) };
  // All that the action looks at.
  let entriesAfter = 0;
  try {
    entriesAfter = permitActions.request.run(before as unknown as Permit, {}, world as unknown as World, '').after.log
      .length;
  } catch (error) {
    entriesAfter = error instanceof Problem && error.code === 'conflict' ? entries : -1;
  }
  expect(entriesAfter).toBe(isTaken ? entries + 1 : entries);
});
