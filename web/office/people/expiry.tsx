/** How long a card is good for, and the first day on which one of several runs out. */
import type { Tone } from '../../ui/icon.tsx';
import { asWords } from '../../ui/status.ts';
import { Tag } from '../../ui/tag.tsx';
import type { Rest } from '../base/attempt.ts';
import { daysUntil, onDay, soonDays } from '../base/times.ts';

export type Worker = Awaited<ReturnType<Rest['getWorker']>>;
export type Card = NonNullable<Worker['competence_cards']>[number];

/** After every day where none runs out. */
export function untilOf(cards: readonly Card[]): string {
  return cards.map(({ expires_on: until }) => until ?? '9999').toSorted()[0] ?? '9999';
}

/** Those that run out soon or did, the first of them first. */
export function soonOf(cards: readonly Card[]): readonly Card[] {
  return cards
    .filter(({ expires_on: until }) => until && daysUntil(until) <= soonDays)
    .toSorted((a, b) => untilOf([a]).localeCompare(untilOf([b])));
}

export function Expiry({ card: { scheme, expires_on } }: { readonly card: Card }) {
  if (!expires_on) return null;
  const days = daysUntil(expires_on);
  const tone: Tone = days < 0 ? 'stop' : days <= soonDays ? 'care' : 'plain';
  return (
    <Tag tone={tone}>
      {asWords(scheme)} {days < 0 ? 'expired' : 'until'} {onDay(expires_on)}
    </Tag>
  );
}
