/**
 * The chains of sign-offs on tablets (SO18 to SO20; shared/crypto/attestation.ts): finds links whose predecessor never arrived, and links
 * that share one. Refused sign-offs are stored, so they are no gap. The order of arrival and the sending device do not matter.
 */
import * as z from 'zod';
import { instant, recordId, sha256Field } from '../../shared/model/fields.ts';
import { listRefused } from '../store/devices/commands.ts';
import type { Link, Scratch } from '../store/integrity/scratch.ts';
import type { Store } from '../store/store.ts';
import { advice, type Findings } from './findings.ts';

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

/** Notes the links of refused sign-offs; yields after each page. */
export async function* noteRefusedLinks(db: Store['db'], orgId: string, scratch: Scratch): AsyncGenerator<void> {
  const perPage = 100;
  for (let page = 1; ; page++) {
    const { rows } = await listRefused(db, orgId, { page, perPage });
    for (const { sent } of rows) {
      const { data } = refusedSignoff.safeParse(parsed(sent));
      const link = data && linkOf(data.command.id, data.command.set);
      if (link) scratch.noteLink(link, true);
    }
    if (rows.length < perPage) return;
    yield;
  }
}

/** One warning for each gap and each fork. */
export function checkChains(orgId: string, scratch: Scratch, findings: Findings): void {
  const warn = ({ id }: Link, problem: string, what: keyof typeof advice): void =>
    findings.add({
      severity: 'warning',
      organisation_id: orgId,
      what: 'record',
      id,
      problem,
      advice: advice[what],
    });
  for (const link of scratch.gaps())
    warn(link, `gap: ${named(link)} follows ${link.previous}, which is not here`, 'tablet');
  for (const [previous, links] of scratch.forks())
    if (links[0]) warn(links[0], `fork: ${links.map(named).join(' and ')} follow ${previous}`, 'fork');
}

/** Quotes the tablet's name, which the tablet chose: it must not reach the terminal as control characters. */
function named({ id, at, tablet }: Link): string {
  return `sign-off ${id} of ${at ?? 'no known time'} on ${tablet === null ? 'no known tablet' : `tablet ${JSON.stringify(tablet)}`}`;
}

/** Written by the server; null if it is damaged since. */
function parsed(sent: string | null): unknown {
  try {
    return JSON.parse(sent ?? 'null');
  } catch {
    return null;
  }
}
