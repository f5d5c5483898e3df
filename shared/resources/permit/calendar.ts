/** Time-based changes of a permit (contract, Permit to work): it is near its end, expires, and is overdue for hand-back. */
import type { JsonObject } from '../../base/json.ts';
import type { Permit } from './fields.ts';

const noticeMs = 30 * 60_000;
/** Grace period for clearing up and walking to the office. */
const graceMs = 30 * 60_000;

export interface DueAct {
  readonly action: 'expire' | 'remind';
  readonly args: JsonObject;
}

/** The time of the next calendar action on the permit, RFC 3339 in UTC; null = none. */
export function permitDueAt({ state, valid_to: end, reminded }: Permit): string | null {
  if (!end) return null;
  const endMs = Date.parse(end);
  if (state === 'expired') return reminded.overdue_close === end ? null : iso(endMs + graceMs);
  if (state !== 'open' && state !== 'suspended') return null;
  return iso(reminded.expiring === end ? endMs : endMs - noticeMs);
}

/** What is due by `now`. An expired permit gets no reminder that it will expire. */
export function permitDue(permit: Permit, now: string): DueAct | null {
  const [dueAt, end] = [permitDueAt(permit), permit.valid_to];
  if (!dueAt || !end || Date.parse(dueAt) > Date.parse(now)) return null;
  if (permit.state === 'expired') return { action: 'remind', args: { of: 'overdue_close', valid_to: end } };
  if (Date.parse(end) <= Date.parse(now)) return { action: 'expire', args: { at: end } };
  return { action: 'remind', args: { of: 'expiring', valid_to: end } };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
