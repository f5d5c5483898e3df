/**
 * The chains of sign-offs on tablets (SO18 to SO20; shared/crypto/attestation.ts): finds links whose predecessor never arrived, and links
 * that share one. Refused sign-offs are stored, so they are no gap. The order of arrival and the sending device do not matter.
 */
import * as z from 'zod';
import { instant, recordId, sha256Field } from '../../shared/model/fields.ts';
import { listRefused } from '../store/devices/commands.ts';
import type { Store } from '../store/store.ts';

/** A sealed sign-off and its place in the chain of its tablet. */
export interface Link {
  readonly id: string;
  /** Null if not stated. */
  readonly tablet: string | null;
  /** By the tablet's clock if stated, else the time of arrival. */
  readonly at: string | null;
  readonly seal: string;
  /** Seal of the previous sign-off; null starts a chain. */
  readonly previous: string | null;
}

const time = instant.nullish().catch(null);
/** Refused content is unchecked, so it may be anything. */
const sealed = z.object({
  integrity: z.object({ payload_hash: sha256Field, previous_on_device: sha256Field.nullish() }),
  capture: z
    .object({
      device_id: z.string().max(64).nullish().catch(null),
      captured_at_device: time,
      captured_at_corrected: time,
    })
    .nullish()
    .catch(null),
  received_at: time,
});
const refusedSignoff = z.object({
  command: z.object({ op: z.literal('create'), kind: z.literal('signoff'), id: recordId, set: z.unknown() }),
});

/** Null if it is not sealed. */
export function linkOf(id: string, body: unknown): Link | null {
  const { data } = sealed.safeParse(body);
  if (!data) return null;
  const { integrity, capture, received_at: received } = data;
  return {
    id,
    tablet: capture?.device_id ?? null,
    at: capture?.captured_at_device ?? capture?.captured_at_corrected ?? received ?? null,
    seal: integrity.payload_hash,
    previous: integrity.previous_on_device ?? null,
  };
}

/** Links of refused sign-offs. */
export async function refusedLinks(store: Store, organisationId: string): Promise<Link[]> {
  const links: Link[] = [];
  const perPage = 500;
  for (let page = 1; ; page++) {
    const { rows } = await listRefused(store.db, organisationId, { page, perPage });
    for (const { sent } of rows) {
      const { data } = refusedSignoff.safeParse(JSON.parse(sent ?? 'null')); // written by the server
      const link = data && linkOf(data.command.id, data.command.set);
      if (link) links.push(link);
    }
    if (rows.length < perPage) return links;
  }
}

/** One line for each gap and each fork. `stored` holds each sign-off once. */
export function chainFaults(stored: readonly Link[], refused: readonly Link[]): string[] {
  const taken = new Set(stored.map(({ seal }) => seal));
  // Refused twice, or refused and later accepted: still one sign-off.
  const keptBySeal = new Map(refused.filter(({ seal }) => !taken.has(seal)).map((link) => [link.seal, link]));
  const links = [...stored, ...keptBySeal.values()];
  const seals = new Set(links.map(({ seal }) => seal));
  const linksByPrevious = Map.groupBy(links, ({ previous }) => previous);
  linksByPrevious.delete(null);
  return [...linksByPrevious].flatMap(([previous, next]) => [
    ...(previous === null || seals.has(previous)
      ? []
      : next.map((link) => `gap: ${named(link)} follows ${previous}, which is not here`)),
    ...(next.length > 1 ? [`fork: ${next.map(named).join(' and ')} follow ${previous}`] : []),
  ]);
}

/** Quotes the tablet's name, which the tablet chose: it must not reach the terminal as control characters. */
function named({ id, at, tablet }: Link): string {
  return `sign-off ${id} of ${at ?? 'no known time'} on ${tablet === null ? 'no known tablet' : `tablet ${JSON.stringify(tablet)}`}`;
}
