/** A simulated day in one hash: every record, event and stored answer with its virtual time, and everything that happened, in order. */
import { createHash } from 'node:crypto';
import type { Day } from './day.ts';
import { eventsOf, rowsOf } from './server-rows.ts';

export async function digestOf({ world, history }: Day): Promise<string> {
  const { db } = world.app.commitContext.store;
  const commands = await db.selectFrom('command').selectAll().orderBy('id').orderBy('hash').execute();
  const whole = [await rowsOf(world), await eventsOf(world), commands, history.lines, history.taken];
  // The port of a server is another one each time it starts.
  const text = JSON.stringify(whole).replaceAll(/127\.0\.0\.1:\d+/g, 'server');
  return createHash('sha256').update(text).digest('hex');
}
