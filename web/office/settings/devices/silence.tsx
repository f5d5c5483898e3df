/** Since when a tablet is silent, and how wrong its clock is. */
import { Tag } from '../../../ui/tag.tsx';
import { clockLimitMs, offWords } from '../../base/clock.ts';
import { everyRow } from '../../base/every-row.ts';
import type { Rest } from '../../base/attempt.ts';
import { rest } from '../../base/server.ts';
import { daysUntil } from '../../base/times.ts';

export type Device = Awaited<ReturnType<Rest['listTokens']>>['data'][number];

/** As the field app counts: a day without signal is worth a look, a week blocks briefing. */
const [silentFrom, blockedFrom] = [1, 7];

/** The tablets that hold a token; `status` as in the list of tokens. */
export async function readDevices(status: 'active' | 'active,revoked,expired'): Promise<readonly Device[]> {
  const { data } = await everyRow((page) => rest.listTokens({ query: { status, ...page } }));
  return data.filter(({ role }) => role === 'device');
}

/** Whole days. */
export function silentDays({ last_used_at: heard, created_at: made }: Device): number {
  return -daysUntil(heard ?? made);
}

export function isSilent(device: Device): boolean {
  return silentDays(device) >= silentFrom;
}

export function Silence({ device }: { readonly device: Device }) {
  const days = silentDays(device);
  if (days < silentFrom) return <Tag tone="safe">Active</Tag>;
  return <Tag tone={days >= blockedFrom ? 'stop' : 'care'}>{days === 1 ? '1 day silent' : `${days} days silent`}</Tag>;
}

/**
 * Sign-offs carry the time of the tablet beside the server's, so a wrong clock harms none; but the people at it are told a wrong time.
 * `aheadMs` null = it never said.
 */
export function Clock({ aheadMs }: { readonly aheadMs: number | null }) {
  if (aheadMs === null) return <span class="quiet">not known</span>;
  if (Math.abs(aheadMs) <= clockLimitMs) return <span class="second">in step</span>;
  return <Tag tone="care">{`Clock ${offWords(aheadMs)}`}</Tag>;
}
