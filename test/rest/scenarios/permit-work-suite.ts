/** Scenarios of work under a permit: suspending, extending, handing over, readings and isolations (contract, Permit to work). */
import { expect } from 'vitest';
import { at, given, holder, issuer, outsider } from '../support/permits.ts';
import type { Scenario } from '../support/scenario.ts';

export const permitWorkScenarios: readonly Scenario[] = [
  {
    title: '[PW6] anyone may suspend the work with a reason',
    endpoint: 'suspendPermit',
    given: given('open', { at: at('07:30'), by: outsider, reason: 'Wind' }),
    status: 200,
    check: ({ body }) =>
      expect(body).toMatchObject({
        state: 'suspended',
        suspensions: [{ suspended_at: at('07:30'), suspended_by: outsider, reason: 'Wind', resumed_at: null }],
      }),
  },
  {
    title: '[PW6] a suspension without a reason is refused',
    endpoint: 'suspendPermit',
    given: given('open', { reason: ' ' }),
    status: 422,
    at: ['#/reason'],
  },
  {
    title: '[PW6] the issuer resumes the work and names what was checked',
    endpoint: 'resumePermit',
    given: given('suspended', { at: at('07:40'), by: issuer, revalidated_checks: ['wind', 'screens'] }),
    status: 200,
    check: ({ body }) =>
      expect(body).toMatchObject({
        state: 'open',
        suspensions: [{ resumed_at: at('07:40'), resumed_by: issuer, revalidated_checks: ['wind', 'screens'] }],
      }),
  },
  {
    title: '[PW6] only the issuer resumes the work',
    endpoint: 'resumePermit',
    given: given('suspended', { by: holder, revalidated_checks: ['wind'] }),
    status: 409,
    code: 'separation_of_duties',
  },
  {
    title: '[PW6] a resumption without any check is refused',
    endpoint: 'resumePermit',
    given: given('suspended', { by: issuer, revalidated_checks: [] }),
    status: 422,
    at: ['#/revalidated_checks'],
  },
  {
    title: '[PW5] a permit is extended within the maximum of its type',
    endpoint: 'extendPermit',
    given: given('open', { by: issuer, to: at('16:00') }),
    status: 200,
    check: ({ body }) =>
      expect(body).toMatchObject({
        state: 'open',
        valid_to: at('16:00'),
        extensions: [{ from: at('15:00'), to: at('16:00'), by: issuer }],
      }),
  },
  {
    title: '[PW5] an extension of hot work beyond ten hours is refused',
    endpoint: 'extendPermit',
    given: given('open', { by: issuer, to: at('16:01') }),
    status: 422,
    at: ['#/to'],
  },
  {
    title: '[PW3] the holder cannot extend the permit',
    endpoint: 'extendPermit',
    given: given('open', { by: holder, to: at('16:00') }),
    status: 409,
    code: 'separation_of_duties',
  },
  {
    title: '[PW3] at a change of shift another person holds the permit',
    endpoint: 'handOverPermit',
    given: given('open', { at: at('08:00'), to: outsider, notes: 'Bracket 14 is left.' }),
    status: 200,
    check: ({ body }) =>
      expect(body).toMatchObject({
        holder: outsider,
        accepted_by: holder,
        handovers: [{ at: at('08:00'), from: holder, to: outsider, role: 'holder', notes: 'Bracket 14 is left.' }],
      }),
  },
  {
    title: '[PW3] another issuer resumes the work after taking over from the first',
    endpoint: 'resumePermit',
    given: async (site) => {
      const call = await given('suspended', { by: outsider, revalidated_checks: ['wind'] })(site);
      await site.must('handOverPermit', { ...call, body: { by: issuer, to: outsider, role: 'issuer' } });
      return call;
    },
    status: 200,
    check: ({ body }) => expect(body).toMatchObject({ state: 'open', issuer: outsider, authorised_by: issuer }),
  },
  {
    title: '[PW3] only the issuer can hand over the issuer’s part',
    endpoint: 'handOverPermit',
    given: given('open', { by: holder, to: outsider, role: 'issuer' }),
    status: 409,
    code: 'separation_of_duties',
  },
  {
    title: '[PW3] a permit cannot be handed over to its issuer',
    endpoint: 'handOverPermit',
    given: given('open', { to: issuer }),
    status: 409,
    code: 'separation_of_duties',
  },
  {
    title: '[PW7] a good reading is recorded, and the work continues',
    endpoint: 'recordGasTest',
    given: given('open', { at: at('07:30'), by: holder, o2_percent: 20.8, lel_percent: 9.9, co_ppm: 19, h2s_ppm: 4 }),
    status: 200,
    check: ({ body }) =>
      expect(body).toMatchObject({
        state: 'open',
        atmosphere_tests: [{ at: at('07:30'), o2_percent: 20.8, lel_percent: 9.9, co_ppm: 19, h2s_ppm: 4, by: holder }],
      }),
  },
  {
    title: '[PW7] a reading outside the limits suspends the work at once',
    endpoint: 'recordGasTest',
    given: given('open', { at: at('07:30'), by: holder, o2_percent: 19.4 }),
    status: 200,
    check: ({ body }) => {
      expect(body).toMatchObject({
        state: 'suspended',
        suspensions: [{ suspended_at: at('07:30'), resumed_at: null }],
      });
      expect(body.suspensions[0]?.reason).toContain('oxygen 19.4 %');
    },
  },
  {
    title: '[PW7] a gas test without a reading is refused',
    endpoint: 'recordGasTest',
    given: given('open', { o2_percent: null }),
    status: 422,
    at: ['#/o2_percent'],
  },
  {
    title: '[PW10] a reading for a closed permit is refused by REST',
    endpoint: 'recordGasTest',
    given: given('cancelled', { o2_percent: 20.9 }),
    status: 409,
    code: 'invalid_transition',
  },
  {
    title: '[PW8] an isolation holds until it is reinstated',
    endpoint: 'recordIsolation',
    given: given('authorised', { at: at('06:45'), by: outsider, system: 'Alarm zone 9C' }),
    status: 200,
    check: ({ body }) =>
      expect(body.isolations).toEqual([
        { system: 'Alarm zone 9C', isolated_by: outsider, isolated_at: at('06:45'), reinstated_at: null },
      ]),
  },
  {
    title: '[PW8] isolations are reinstated, all of them if none is named',
    endpoint: 'reinstateIsolation',
    given: async (site) => {
      const call = await given('authorised', { at: at('08:00') })(site);
      for (const system of ['Zone 9C', 'Gas main']) await site.must('recordIsolation', { ...call, body: { system } });
      return call;
    },
    status: 200,
    check: ({ body }) => {
      expect(body.isolations.map(({ reinstated_at }) => reinstated_at)).toEqual([at('08:00'), at('08:00')]);
      expect(body.isolations_reinstated_at).toBe(at('08:00'));
    },
  },
  {
    title: '[PW8] an unknown isolation cannot be reinstated',
    endpoint: 'reinstateIsolation',
    given: given('open', { system: 'Zone 9D' }),
    status: 422,
    at: ['#/system'],
  },
];
