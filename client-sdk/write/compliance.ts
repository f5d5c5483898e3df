/** The compliance check on the device: the same rules over the replica, unsent changes included (contract, Compliance check, CC9). */
import { complianceOf } from '../../shared/compliance/of-document.ts';
import type { ComplianceResult } from '../../shared/compliance/check.ts';
import { liveOf } from '../../shared/model/record.ts';
import { Problem } from '../../shared/model/problem.ts';
import { entryKinds } from '../../shared/resources/entry-kinds.ts';
import type { MutatorContext } from './mutator.ts';
import { correctedNow, isoTime } from '../base/clock.ts';
import { settingsOf } from '../disk/replica-metadata.ts';
import type { OverlaidRecord } from '../view/overlay.ts';

/** Throws `not_found`. Uses the organisation's settings from the last hello. */
export async function checkCompliance(
  { replica, journal, clock }: MutatorContext,
  documentId: string,
): Promise<ComplianceResult> {
  const id = documentId.toLowerCase();
  const document = liveOf(await replica.record(id), 'document');
  if (!document) throw new Problem('not_found', 'There is no document with this id.');
  const site = await replica.record(String(document.body['site_id']));
  const entries = new Map<string, readonly OverlaidRecord[]>();
  for (const kind of entryKinds) entries.set(kind, (await replica.list({ kind, documentId: id })).filter(exists));
  return complianceOf(document, {
    // Server time, so that both see a card expire on the same day.
    now: isoTime(correctedNow(clock)),
    settings: settingsOf(journal.state),
    timezone: journal.state.timezone ?? null,
    children: (_documentId, kind) => entries.get(kind) ?? [],
    record: () => (site && exists(site) ? site : undefined),
  });
}

/** A record that the server refused to create is no part of the document. */
function exists({ isOrphan }: OverlaidRecord): boolean {
  return !isOrphan;
}
