/**
 * Worker: a person who works on the organisation's sites and signs on shared tablets, with competence cards (contract, Workers). Workers
 * have no account; only those who may change workers see their mobile number.
 */
import * as z from 'zod';
import { systemActorId } from '../../model/access.ts';
import type { DomainEvent } from '../../model/event.ts';
import type { Notice } from '../../model/notice.ts';
import { Problem } from '../../model/problem.ts';
import enums from '../../reference/enums.json' with { type: 'json' };
import { bookkeeping, content, type BodyOf } from '../../model/declared-fields.ts';
import { defineResource, type Change, type World } from '../../model/resource.ts';
import { existing } from '../belongs.ts';
import { label, recordId, text } from '../../model/fields.ts';
import { longestTag } from '../../model/language.ts';
import {
  dueNotices,
  expiryNotice,
  nextExpiry,
  requireSoundCards,
  stillTrue,
  withCardIds,
  workerCard,
  type WorkerCard,
} from './cards.ts';
import { daysBetween } from '../../base/day.ts';
import { once } from '../../base/once.ts';

const fields = once(() => ({
  name: label(1, 200),
  employer_id: text(64),
  employer_name: text(200),
  agency_name: text(200),
  trade: text(120),
  role: z.enum(enums.personnel_role).nullable().optional(),
  /** BCP 47 */
  preferred_language: z
    .string()
    .max(longestTag)
    .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, 'must be a language tag such as pl or pa-Guru')
    .nullable()
    .optional(),
  /** Private: see `confidential` below. */
  mobile: bookkeeping(text(40), 'first-wins'),
  young_person: z.boolean().nullable().optional(),
  project_ids: z.array(recordId).max(200).default([]),
  site_ids: z.array(recordId).max(200).default([]),
  active: z.boolean().default(true),
  competence_cards: content(z.array(workerCard()).max(60).default([]), 'set-by-id'),
  /** Notices already sent about the current cards, so that each is sent once. */
  expiry_notices: bookkeeping(z.array(expiryNotice()).default([])),
}));
export type Worker = BodyOf<ReturnType<typeof fields>>;

export const worker = defineResource({
  kind: 'worker',
  permission: 'workers:write',
  readPermission: 'workers:read',
  confidential: { permission: 'workers:write', fields: { mobile: true } },
  replicates: true,
  fields,
  // `sort_key` is the next expiry, by which the calendar finds workers that are due.
  columns: (body) => ({ status: body.active ? 'active' : 'inactive', sort_key: body.active ? nextExpiry(body) : null }),
  reads: (body) => ({ ids: [...listOf(body.project_ids), ...listOf(body.site_ids)] }),
  admit: (before, after, world) => {
    requirePlaces(before, after, world);
    const cards = withCardIds(after.competence_cards, before?.competence_cards ?? [], world.newId);
    requireSoundCards(cards);
    return { ...after, competence_cards: cards, expiry_notices: stillTrue(after.expiry_notices, cards) };
  },
  actions: {
    /** For the calendar: announces that a card expires. Refused if it was announced already, so that two servers announce it once. */
    notify_expiry: {
      args: once(() => z.object({ card_id: recordId })),
      run: (before, args, world) => {
        if (world.actor.id !== systemActorId)
          throw new Problem('forbidden', 'Only the server sends expiry notices of cards.');
        const due = dueNotices(before, world.settings.certification_expiry_notice_days, world.now);
        const notice = due.find(({ card_id: id }) => id === args['card_id']);
        if (!notice) throw new Problem('invalid_transition', 'No expiry notice is due for this card.');
        return { after: { ...before, expiry_notices: [...before.expiry_notices, notice] } };
      },
    },
  },
  events: (change) => {
    const told = toldBy(change);
    return told ? [expiring(change.id, told)] : [];
  },
  notices: (change) => {
    const told = toldBy(change);
    return told ? [noticeOf(change.id, told)] : [];
  },
});

function requirePlaces(before: Worker | null, after: Worker, world: World): void {
  for (const id of after.project_ids)
    if (!before?.project_ids.includes(id)) existing(world, id, 'project', 'project_ids');
  for (const id of after.site_ids) if (!before?.site_ids.includes(id)) existing(world, id, 'site', 'site_ids');
}

interface Told {
  readonly worker: Worker;
  readonly card: WorkerCard & { readonly id: string; readonly expires_on: string };
  readonly days_left: number;
  /** The step of the notice. */
  readonly days: number;
}

function toldBy({ action, after, world }: Change<Worker>): Told | null {
  const notice = action === 'notify_expiry' && after ? after.expiry_notices.at(-1) : undefined;
  const card = after?.competence_cards.find(({ id }) => id === notice?.card_id);
  if (!after || !notice || !card) return null;
  const { card_id: id, expires_on: expires, days } = notice;
  return {
    worker: after,
    card: { ...card, id, expires_on: expires },
    days_left: daysBetween(world.now.slice(0, 10), expires),
    days,
  };
}

function expiring(workerId: string, { worker: of, card, days_left: left }: Told): DomainEvent {
  return {
    name: 'certification.expiring',
    resourceId: workerId,
    data: {
      worker_id: workerId,
      worker_name: of.name,
      employer_id: of.employer_id ?? null,
      card_id: card.id,
      scheme: card.scheme,
      card_number: ending(card.card_number),
      categories: card.categories ?? [],
      expires_on: card.expires_on,
      days_left: left,
    },
  };
}

function noticeOf(workerId: string, { worker: of, card, days_left: left, days }: Told): Notice {
  const kinds = card.categories?.length ? ` ${card.categories.join('/')}` : '';
  const expired = left <= 0;
  return {
    type: expired ? 'certification_expired' : 'certification_expiring',
    severity: expired ? 'warning' : 'action',
    subject: expired ? `${card.scheme} card has run out` : `${card.scheme} card expires soon`,
    body: `${of.name}, ${card.scheme}${kinds}, ${expired ? 'ran out on' : 'expires on'} ${card.expires_on}.`,
    resourceType: 'worker',
    resourceId: workerId,
    projectId: of.project_ids[0] ?? null,
    to: { permission: 'workers:write' },
    dedupeKey: `certification ${card.id} ${card.expires_on} ${days}`,
  };
}

/** The end of a card number: enough to tell two cards of one person apart, and useless to anyone else. */
function ending(number: string): string {
  return `…${[...number].slice(-4).join('')}`;
}

/** Part of a command before validation. */
function listOf(ids: unknown): string[] {
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}
