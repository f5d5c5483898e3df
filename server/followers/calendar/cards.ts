/** Notices of expiring competence cards, at the steps that the organisation has set (contract, Workers). */
import type { Command } from '../../../shared/model/command.ts';
import { dueNotices } from '../../../shared/resources/worker/cards.ts';
import type { Worker } from '../../../shared/resources/worker/worker.ts';
import { recordsDue } from '../../store/records/due-records.ts';
import type { CalendarCheck } from './check.ts';

const dayMs = 86_400_000;

export const cards: CalendarCheck = {
  name: 'cards',
  due: async ({ db, organisationId, settings, now }) => {
    const steps = settings.certification_expiry_notice_days;
    const horizon = new Date(Date.parse(now) + Math.max(...steps) * dayMs).toISOString().slice(0, 10);
    const rows = await recordsDue(db, organisationId, { kind: 'worker', until: horizon });
    return rows.flatMap(({ id, body }): Command[] => {
      const worker = JSON.parse(body) as Worker; // a record of kind worker holds a body of its schema
      return dueNotices(worker, steps, now).map(({ card_id }) => ({
        op: 'act',
        kind: 'worker',
        id,
        action: 'notify_expiry',
        args: { card_id },
      }));
    });
  },
};
