/**
 * A worker's competence cards: their required fields, and expiry notices (contract, Workers). A card gets one notice at each step of the
 * organisation's `certification_expiry_notice_days`; if several steps have passed, only for the latest.
 */
import { daysBetween } from '../../base/day.ts';
import * as z from 'zod';
import enums from '../../reference/enums.json' with { type: 'json' };
import type { FieldProblem } from '../../model/problem.ts';
import type { World } from '../../model/resource.ts';
import { invalid } from '../../model/validation.ts';
import { competenceCard, type CompetenceCard } from './competence-card.ts';
import { day, recordId } from '../../model/fields.ts';
import { once } from '../../base/once.ts';

export const workerCard = once(() =>
  competenceCard().extend({
    scheme: z.enum(enums.competence_scheme),
    card_number: z.string().trim().min(1).max(80),
    verification: z.enum(enums.card_verification).nullable().optional(),
    photo_attachment_id: recordId.nullable().optional(),
  }),
);
export type WorkerCard = z.infer<ReturnType<typeof workerCard>>;

export const expiryNotice = once(() => z.object({ card_id: recordId, expires_on: day, days: z.int() }));
export type ExpiryNotice = z.infer<ReturnType<typeof expiryNotice>>;

/** Cards merge by id: one without an id is the current card with the same scheme and number, or a new one. */
export function withCardIds<Card extends CompetenceCard>(
  cards: readonly Card[],
  current: readonly Card[],
  newId: World['newId'],
): Card[] {
  const taken = new Set(cards.map(({ id }) => id));
  return cards.map((card) => {
    if (card.id) return card;
    const same = current.find(
      ({ id, scheme, card_number }) => !taken.has(id) && scheme === card.scheme && card_number === card.card_number,
    );
    const id = same?.id ?? newId();
    taken.add(id);
    return { ...card, id };
  });
}

/** Throws `validation_failed` if the card would expire before it was issued. */
export function requireSoundCard(card: WorkerCard): void {
  const errors = faultsOf(card, '#');
  if (errors.length > 0) throw invalid(errors);
}

/** The same for a worker's whole list, whose ids must be unique. */
export function requireSoundCards(cards: readonly WorkerCard[]): void {
  const backwards = cards.flatMap((card, i) => faultsOf(card, `#/competence_cards/${i}`));
  const ids = cards.map(({ id }) => id);
  const doubled = ids.flatMap((id, i) =>
    ids.indexOf(id) < i
      ? [
          {
            pointer: `#/competence_cards/${i}/id`,
            code: 'not_unique',
            detail: 'another card of the worker has this id',
          },
        ]
      : [],
  );
  const errors = [...backwards, ...doubled];
  if (errors.length > 0) throw invalid(errors);
}

function faultsOf({ issued_on: issued, expires_on: expires }: WorkerCard, at: string): FieldProblem[] {
  if (!issued || !expires || expires >= issued) return [];
  return [{ pointer: `${at}/expires_on`, code: 'too_small', detail: 'must not be before issued_on' }];
}

/** Drops notices about cards that have changed since: a renewed card starts over. */
export function stillTrue(notices: readonly ExpiryNotice[], cards: readonly WorkerCard[]): ExpiryNotice[] {
  return notices.filter((notice) =>
    cards.some(({ id, expires_on: expires }) => id === notice.card_id && expires === notice.expires_on),
  );
}

interface Holder {
  readonly active: boolean;
  readonly competence_cards: readonly WorkerCard[];
  readonly expiry_notices: readonly ExpiryNotice[];
}

/** The notices due at `now` (RFC 3339; days are UTC), at most one for each card. */
export function dueNotices(
  { active, competence_cards: cards, expiry_notices: told }: Holder,
  steps: readonly number[],
  now: string,
): ExpiryNotice[] {
  if (!active) return [];
  return cards.flatMap(({ id, expires_on: expires }) => {
    if (!id || !expires) return [];
    const left = daysBetween(now.slice(0, 10), expires);
    const reached = steps.filter((step) => left <= step);
    if (reached.length === 0) return [];
    const days = Math.min(...reached);
    const known = told.some((each) => each.card_id === id && each.expires_on === expires && each.days <= days);
    return known ? [] : [{ card_id: id, expires_on: expires, days }];
  });
}

/** The earliest expiry date without a notice on the last day; null if there is none. */
export function nextExpiry({ competence_cards: cards, expiry_notices: told }: Holder): string | null {
  const waiting = cards.flatMap(({ id, expires_on: expires }) =>
    expires && !told.some((each) => each.card_id === id && each.expires_on === expires && each.days === 0)
      ? [expires]
      : [],
  );
  return waiting.toSorted()[0] ?? null;
}
