/** Scenarios of times from callers: stored and shown in UTC with milliseconds (contract, REST, R91). */
import { expect } from 'vitest';
import { at, hotWork, permitIn } from '../support/permits.ts';
import type { Scenario } from '../support/scenario.ts';

export const timeScenarios: readonly Scenario[] = [
  {
    title: '[R91] the validity of a permit is shown in UTC with milliseconds',
    endpoint: 'createPermit',
    given: () => ({
      body: { ...hotWork, valid_from: '2026-11-22T03:00:00+02:00', valid_to: '2026-11-22T09:00:00.123456Z' },
    }),
    status: 201,
    check: ({ body }) =>
      expect(body).toMatchObject({ valid_from: '2026-11-22T01:00:00.000Z', valid_to: '2026-11-22T09:00:00.123Z' }),
  },
  {
    title: '[R91] the same time in another spelling is not a change',
    endpoint: 'updatePermit',
    given: async (site) => ({
      params: { permit: await permitIn(site, 'draft') },
      body: { valid_from: '2026-11-21T07:00:00.000+01:00' },
    }),
    status: 200,
    check: ({ body }) => expect(body).toMatchObject({ revision: 1, valid_from: '2026-11-21T06:00:00.000Z' }),
  },
  {
    title: '[R91] times in an action are stored in UTC, in the permit and in its log',
    endpoint: 'extendPermit',
    given: async (site) => ({
      params: { permit: await permitIn(site, 'open') },
      body: { to: '2026-11-21T17:30:00+02:00', at: '2026-11-21T07:30:00-00:30' },
    }),
    status: 200,
    check: ({ body }) =>
      expect(body).toMatchObject({
        valid_to: '2026-11-21T15:30:00.000Z',
        extensions: [{ from: '2026-11-21T15:00:00.000Z', to: '2026-11-21T15:30:00.000Z' }],
        log: expect.arrayContaining([
          expect.objectContaining({
            action: 'extend',
            at: '2026-11-21T08:00:00.000Z',
            args: { to: '2026-11-21T15:30:00.000Z' },
          }),
        ]),
      }),
  },
  {
    title: '[R91] a time whose year was written with two digits, or is far off, is refused',
    endpoint: 'createPermit',
    given: () => ({
      body: { permit_type: 'dig', valid_from: '0026-11-22T01:00:00Z', valid_to: '2200-01-01T00:00:00Z' },
    }),
    status: 422,
    code: 'validation_failed',
    at: ['#/valid_from', '#/valid_to'],
  },
  {
    title: '[R91] so is such a day',
    endpoint: 'createDocument',
    given: () => ({ body: { title: 'Lift', document_type: 'rams', work_ends_on: '0026-12-30' } }),
    status: 422,
    code: 'validation_failed',
    at: ['#/work_ends_on'],
  },
  {
    title: '[R91] times in a permit document and a POWRA are shown in UTC; other text is unchanged',
    endpoint: 'createDocument',
    given: () => ({
      body: {
        title: 'Hot works',
        document_type: 'permit',
        permit: {
          valid_from: '2026-11-22T03:00:00+02:00',
          valid_to: 'end of shift',
          events: [{ at: at('07:00'), event: 'permit.opened' }],
        },
        powra: { decision: 'stop', stopped_at: '2026-11-22T03:00:00.1234Z', restarted_at: 'after the wind' },
      },
    }),
    status: 201,
    emits: ['document.created'],
    check: ({ body }) => {
      expect(body.permit).toMatchObject({
        valid_from: '2026-11-22T01:00:00.000Z',
        valid_to: 'end of shift',
        events: [{ at: '2026-11-21T07:00:00.000Z', event: 'permit.opened' }],
      });
      expect(body.powra).toMatchObject({ stopped_at: '2026-11-22T03:00:00.123Z', restarted_at: 'after the wind' });
    },
  },
  {
    title: '[R91] the time of an invitation is shown in UTC',
    endpoint: 'inviteContractor',
    given: () => ({ body: { name: 'Novak Roofing', invited_at: '2026-10-20T10:00:00+01:00' } }),
    status: 201,
    emits: ['contractor.invited'],
    check: ({ body }) => expect(body.submission.invited_at).toBe('2026-10-20T09:00:00.000Z'),
  },
];
