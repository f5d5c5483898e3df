/** What the server keeps only for a while (docs/settings.md, Retention). */
import { describe, expect, test } from 'vitest';
import { insertMail, type NewMail } from '../../server/store/queues/mails.ts';
import { engines } from '../kit/engines.ts';
import { openWorld } from '../kit/world.ts';

const day = 86_400_000;

describe.each(engines)('retention on %s', (engine) => {
  test('[ML10] a sent or failed mail is deleted after 400 days, and a waiting one stays', async () => {
    await using world = await openWorld({ engine });
    const { store } = world.app.commitContext;
    const at = new Date(world.clock.now()).toISOString();
    const mail = (id: string, more: Partial<NewMail> = {}): NewMail => ({
      id,
      dedupe_key: id,
      recipient: 'site@example.org',
      subject: 'Review due',
      body: 'Block C',
      created_at: at,
      ...more,
    });
    await store.transaction(async (trx) => {
      await insertMail(trx, world.organisationId, mail('sent', { sent_at: at, due_at: null }));
      await insertMail(trx, world.organisationId, mail('failed', { failed_at: at, due_at: null }));
      await insertMail(trx, world.organisationId, mail('waits'));
    });
    const kept = async (): Promise<readonly string[]> =>
      (await store.db.selectFrom('mail').select('id').orderBy('id').execute()).map(({ id }) => id);
    world.clock.advance(400 * day);
    expect([await world.app.retention.run(), await kept()]).toEqual([0, ['failed', 'sent', 'waits']]);
    world.clock.advance(1);
    expect([await world.app.retention.run(), await kept()]).toEqual([2, ['waits']]);
  });
});
