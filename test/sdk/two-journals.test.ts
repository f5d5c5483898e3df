/** Two tabs that open one replica at the same time, at any speed: the second takes over what the first has begun. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TokenSessions } from '../../client-sdk/base/token-session.ts';
import { nothingRemembered, startClock } from '../../client-sdk/base/clock.ts';
import { openDatabase, type ReplicaDatabase } from '../../client-sdk/disk/database.ts';
import { memoryStorage } from '../../client-sdk/index.ts';
import { Journal } from '../../client-sdk/disk/journal.ts';
import { finishLogOut } from '../../client-sdk/disk/finish-log-out.ts';
import { CommandQueue } from '../../client-sdk/write/queue.ts';
import { draftDocument } from './support/draft-document.ts';

let database: ReplicaDatabase;
beforeEach(async () => {
  database = await openDatabase(memoryStorage(), 'sitefile');
});
afterEach(() => database.close());

/** The same storage, seen from another tab; what it writes waits for `held`. */
function tab(held?: Promise<void>): ReplicaDatabase {
  const journal = seenAs(database.journal, {
    write: async (write: Parameters<typeof database.journal.write>[0]) => {
      await held;
      await database.journal.write(write);
    },
  });
  return seenAs(database, { isShared: true, journal });
}

/** The same object with some members replaced. */
function seenAs<T extends object>(whole: T, members: Readonly<Record<string, unknown>>): T {
  return new Proxy(whole, {
    get(target, name) {
      if (typeof name === 'string' && Object.hasOwn(members, name)) return members[name];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

const clock = startClock(
  () => Date.parse('2026-11-21T09:00:00Z'),
  nothingRemembered,
  () => 0,
);

function queueOf(journal: Journal): CommandQueue {
  const random = (bytes: Uint8Array<ArrayBuffer>): Uint8Array => crypto.getRandomValues(bytes);
  const queue = new CommandQueue({ journal, clock, schema: 1, random, sessions: new TokenSessions('') });
  queue.start();
  return queue;
}

const newId = (): string => crypto.randomUUID();
const titles = (journal: Journal) =>
  journal.commands.sorted().map(({ command }) => 'set' in command && command.set['title']);

test('[DV165] the slower of two tabs on a fresh replica takes over the queue of the other', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const slow = Journal.open(tab(held), newId);
  const quick = await Journal.open(tab(), newId);
  await queueOf(quick).add([draftDocument('first')]);
  release();
  const second = await slow;
  expect(second.state.device_id).toBe(quick.state.device_id);
  expect(titles(second)).toEqual(['first']);
  await queueOf(second).add([draftDocument('second')]);
  await quick.refresh();
  expect(titles(quick)).toEqual(['first', 'second']);
});

test('[DV165] a tab that finishes a log-out late leaves newer commands alone', async () => {
  const quick = await Journal.open(tab(), newId);
  await quick.change(() => ({ state: { logged_out: true } }));
  const slow = await Journal.open(tab(), newId);
  await finishLogOut(tab(), quick, newId);
  await queueOf(quick).add([draftDocument('after the next log-in')]);
  await finishLogOut(tab(), slow, newId);
  await quick.refresh();
  expect(titles(quick)).toEqual(['after the next log-in']);
  expect(slow.state.device_id).toBe(quick.state.device_id);
});
