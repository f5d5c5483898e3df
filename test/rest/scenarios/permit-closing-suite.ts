/** Scenarios of the end of a permit to work: hand-back, fire watch, final check, closing and cancelling (contract, Permit to work). */
import { expect } from 'vitest';
import type { Scenario } from '../support/scenario.ts';
import type { CallOptions, Site } from '../support/site.ts';
import { at, given, holder, issuer, outsider, permitIn } from '../support/permits.ts';

const unchecked = { closing_check_minutes: 0 };

/** Hot work, handed back at 08:00, with a fire watch from 07:30 until `minutes` after 08:00. */
const watched =
  (minutes: number, body: object = {}, fields: object = unchecked) =>
  async (site: Site): Promise<CallOptions> => {
    const permit = await permitIn(site, 'work_complete', fields);
    const end = new Date(Date.parse(at('08:00')) + minutes * 60_000).toISOString();
    await site.must('startFireWatch', { params: { permit }, body: { at: at('07:30'), by: outsider } });
    await site.must('endFireWatch', { params: { permit }, body: { at: end } });
    return { params: { permit }, body };
  };

const reason = 'The deck is cold: 24 °C on the camera.';

export const permitClosingScenarios: readonly Scenario[] = [
  {
    title: '[PW8] the fire watch starts with the required minutes',
    endpoint: 'startFireWatch',
    given: given('work_complete', { at: at('08:00'), fire_watcher: outsider }),
    status: 200,
    check: ({ body }) =>
      expect(body.fire_watch).toEqual({
        fire_watcher: outsider,
        started_at: at('08:00'),
        ended_at: null,
        required_minutes: 60,
        observed_minutes: null,
      }),
  },
  {
    title: '[PW8] only fire watch after the end of the work counts',
    endpoint: 'endFireWatch',
    given: async (site) => {
      const permit = await permitIn(site, 'open');
      await site.must('startFireWatch', { params: { permit }, body: { at: at('07:30'), by: outsider } });
      await site.must('completePermitWork', { params: { permit }, body: { at: at('08:00') } });
      return { params: { permit }, body: { at: at('08:45') } };
    },
    status: 200,
    check: ({ body }) => expect(body.fire_watch).toMatchObject({ ended_at: at('08:45'), observed_minutes: 45 }),
  },
  {
    title: '[PW8] a second start replaces no fire watch that was kept at that time',
    endpoint: 'startFireWatch',
    given: watched(60, { at: at('08:59'), by: holder }),
    status: 409,
    code: 'conflict',
  },
  {
    title: '[PW8] a second start replaces no fire watch that is under way',
    endpoint: 'startFireWatch',
    given: async (site) => {
      const permit = await permitIn(site, 'work_complete');
      await site.must('startFireWatch', { params: { permit }, body: { at: at('08:00'), by: outsider } });
      return { params: { permit }, body: { at: at('08:30'), by: holder } };
    },
    status: 409,
    code: 'conflict',
  },
  {
    title: '[PW8] a fire watch that was kept in full is not replaced by a later one',
    endpoint: 'startFireWatch',
    given: watched(60, { at: at('09:00'), by: holder }),
    status: 409,
    code: 'conflict',
  },
  {
    title: '[PW8] a fire watch that was broken off is kept again',
    endpoint: 'startFireWatch',
    given: watched(20, { at: at('08:20'), by: holder }),
    status: 200,
    check: ({ body }) => expect(body.fire_watch).toMatchObject({ fire_watcher: holder, ended_at: null }),
  },
  {
    title: '[PW8] a fire watch that was not started cannot end',
    endpoint: 'endFireWatch',
    given: given('work_complete'),
    status: 409,
    code: 'conflict',
  },
  {
    title: '[PW8] the holder hands the place back',
    endpoint: 'completePermitWork',
    given: given('open', { at: at('08:00'), by: holder }),
    status: 200,
    check: ({ body }) =>
      expect(body).toMatchObject({ state: 'work_complete', work_complete_at: at('08:00'), work_complete_by: holder }),
  },
  {
    title: '[PW8] the final check names the minutes since the work, and any shortfall',
    endpoint: 'recordFinalCheck',
    given: given('work_complete', { at: at('08:42'), by: issuer, findings: 'No smell.', required_minutes: 60 }),
    status: 200,
    check: ({ body }) =>
      expect(body.final_check).toEqual({
        checked_by: issuer,
        checked_at: at('08:42'),
        minutes_after_work: 42,
        required_minutes: 60,
        shortfall_minutes: 18,
        findings: 'No smell.',
      }),
  },
  {
    title: '[PW8] an earlier final check that arrives late does not replace the later one',
    endpoint: 'recordFinalCheck',
    given: async (site) => {
      const permit = await permitIn(site, 'work_complete');
      await site.must('recordFinalCheck', { params: { permit }, body: { at: at('08:50'), by: issuer } });
      return { params: { permit }, body: { at: at('08:10'), by: holder } };
    },
    status: 200,
    check: ({ body }) => {
      expect(body.final_check).toMatchObject({ checked_by: issuer, minutes_after_work: 50 });
      expect(body.closing_checks).toMatchObject([{ checked_by: issuer }, { checked_by: holder }]);
    },
  },
  {
    title: '[PW22] a check after the fire watch is listed and logged with who made it and when',
    endpoint: 'recordClosingCheck',
    given: given('work_complete', { at: at('08:42'), by: outsider, findings: 'No heat.' }),
    status: 200,
    check: ({ body }) => {
      const check = { checked_by: outsider, checked_at: at('08:42'), minutes_after_work: 42, findings: 'No heat.' };
      expect(body.closing_checks).toEqual([check]);
      expect(body.log.at(-1)).toMatchObject({ action: 'closing_check', by: outsider, at: at('08:42') });
    },
  },
  {
    title: '[PW22] a check during the work is refused',
    endpoint: 'recordClosingCheck',
    given: given('suspended'),
    status: 409,
    code: 'invalid_transition',
  },
  {
    title: '[PW21] hot work whose place was not checked often enough cannot be closed',
    endpoint: 'closePermit',
    given: async (site) => {
      const fields = { closing_check_minutes: 20, closing_check_every_minutes: 10 };
      const call = await watched(30, { at: at('09:00') }, fields)(site);
      for (const time of ['08:40', '08:51', '09:00'])
        await site.must('recordClosingCheck', { ...call, body: { at: at(time) } });
      return call;
    },
    status: 409,
    code: 'conditions_not_met',
    check: ({ body }) => {
      expect(body['unmet']).toEqual([
        { rule: 'hot_work_fire_watch_minutes', required: 60, observed: 30 },
        { rule: 'hot_work_check_minutes', required: 20, observed: 19 },
      ]);
      expect(body['detail']).toContain('minutes under checks after the fire watch: 19 of 20');
    },
  },
  {
    title: '[PW1] a final check during work is refused',
    endpoint: 'recordFinalCheck',
    given: given('open'),
    status: 409,
    code: 'invalid_transition',
  },
  {
    title: '[PW11] closing a permit emits one event',
    endpoint: 'closePermit',
    given: watched(60, { at: at('09:00'), by: issuer, closure_notes: 'Closed.' }),
    status: 200,
    emits: ['permit.closed'],
    check: ({ body }) =>
      expect(body).toMatchObject({
        state: 'closed',
        closed_by: issuer,
        closed_at: at('09:00'),
        closure_notes: 'Closed.',
        closure_exception: null,
      }),
  },
  {
    title: '[PW8] hot work cannot be closed before its fire watch is over',
    endpoint: 'closePermit',
    given: watched(59),
    status: 409,
    code: 'conditions_not_met',
    check: ({ body }) =>
      expect(body['unmet']).toEqual([{ rule: 'hot_work_fire_watch_minutes', required: 60, observed: 59 }]),
  },
  {
    title: '[PW8] a permit with an active isolation cannot be closed',
    endpoint: 'closePermit',
    given: async (site) => {
      const permit = await permitIn(site, 'open', { permit_type: 'electrical' });
      await site.must('recordIsolation', { params: { permit }, body: { system: 'Board DB-4' } });
      await site.must('completePermitWork', { params: { permit } });
      return { params: { permit } };
    },
    status: 409,
    code: 'conditions_not_met',
    check: ({ body }) => expect(body['unmet']).toEqual([{ rule: 'isolations_reinstated', required: 1, observed: 0 }]),
  },
  {
    title: '[PW8] an accepted exception closes a permit and names the shortfall',
    endpoint: 'closePermit',
    given: watched(20, { by: issuer, closure_exception: { accepted_by: outsider, reason } }),
    status: 200,
    emits: ['permit.closed'],
    check: ({ body }) =>
      expect(body.closure_exception).toEqual({
        rule: 'hot_work_fire_watch_minutes',
        required: 60,
        observed: 20,
        accepted_by: outsider,
        reason,
      }),
  },
  {
    title: '[PW8] an exception for one rule does not cover another',
    endpoint: 'closePermit',
    given: async (site) => {
      const accepted = { rule: 'hot_work_fire_watch_minutes', accepted_by: outsider, reason };
      const permit = await permitIn(site, 'open', unchecked);
      await site.must('recordIsolation', { params: { permit }, body: { system: 'Alarm zone 9C' } });
      await site.must('completePermitWork', { params: { permit } });
      return { params: { permit }, body: { closure_exception: accepted } };
    },
    status: 409,
    code: 'conditions_not_met',
    check: ({ body }) => expect(body['unmet']).toMatchObject([{ rule: 'isolations_reinstated' }]),
  },
  {
    title: '[PW3] the issuer cannot accept an exception',
    endpoint: 'closePermit',
    given: watched(20, { closure_exception: { accepted_by: issuer, reason } }),
    status: 409,
    code: 'separation_of_duties',
  },
  {
    title: '[PW3] a former holder cannot accept an exception',
    endpoint: 'closePermit',
    given: async (site) => {
      const call = await watched(20, { closure_exception: { accepted_by: holder, reason } })(site);
      await site.must('handOverPermit', { ...call, body: { to: outsider } });
      return call;
    },
    status: 409,
    code: 'separation_of_duties',
  },
  {
    title: '[PW1] a permit with work in progress cannot be closed',
    endpoint: 'closePermit',
    given: given('open'),
    status: 409,
    code: 'invalid_transition',
    check: ({ body }) => expect(body['allowed']).toContain('work_complete'),
  },
  {
    title: '[PW1] a permit is cancelled with a reason',
    endpoint: 'cancelPermit',
    given: given('open', { at: at('08:00'), by: issuer, reason: 'The machine is broken.' }),
    status: 200,
    check: ({ body }) =>
      expect(body).toMatchObject({ state: 'cancelled', cancelled_by: issuer, cancel_reason: 'The machine is broken.' }),
  },
  {
    title: '[PW1] a cancelled permit stays cancelled',
    endpoint: 'cancelPermit',
    given: given('cancelled', { reason: 'Again' }),
    status: 409,
    code: 'invalid_transition',
  },
];
