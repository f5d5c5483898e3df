/** `verify`: recomputes every version hash, sign-off seal and audit head, and reports each mismatch and each break in a tablet's chain. */
import { canonicalHash } from '../../shared/crypto/canonical.ts';
import { attestationOf, isOwnText, sealOf } from '../../shared/crypto/attestation.ts';
import { ofKind } from '../../shared/model/record.ts';
import type { Signoff } from '../../shared/resources/signoff/signoff.ts';
import { toRecord } from '../commit/record-rows.ts';
import { headAfter, listAudit, noHistory } from '../store/records/audit.ts';
import { changesAfter } from '../store/records/changes.ts';
import { listOrganisations } from '../store/records/feed.ts';
import type { Store } from '../store/store.ts';
import type { Terminal } from './terminal.ts';
import { chainFaults, linkOf, refusedLinks, type Link } from './verify-chain.ts';
import { withStore } from './with-store.ts';

/** Entries a page: one entry lists everything that a push changed. */
const auditPage = 100;

interface Findings {
  versions: number;
  signoffs: number;
  audit_entries: number;
  readonly faults: string[];
}

export async function verify(terminal: Terminal): Promise<Findings> {
  return await withStore(terminal, async ({ store }) => {
    const found: Findings = { versions: 0, signoffs: 0, audit_entries: 0, faults: [] };
    for (const { org_id } of await listOrganisations(store.db)) {
      const links = await verifyRecords(store, org_id, found);
      found.faults.push(...chainFaults(links, await refusedLinks(store, org_id)));
      await verifyAudit(store, org_id, found);
    }
    if (found.faults.length > 0) throw new Error(`${found.faults.length} faults\n${found.faults.join('\n')}`);
    return found;
  });
}

/** Returns the sealed sign-offs. */
async function verifyRecords(store: Store, organisationId: string, found: Findings): Promise<readonly Link[]> {
  // By id: a record that changes meanwhile appears again later in the feed.
  const linksById = new Map<string, Link>();
  for (let seq = 0, more = true; more;) {
    const page = await changesAfter(store.db, organisationId, seq, {
      kinds: ['version', 'signoff'],
      limit: 500,
      maxBytes: 8_000_000,
    });
    for (const { id, body } of ofKind(page.rows, 'version').map(toRecord)) {
      found.versions++;
      if (canonicalHash(body['content'] ?? null) !== body['content_hash'])
        found.faults.push(`version ${id}: the content does not match its hash`);
    }
    for (const { id, body } of ofKind(page.rows, 'signoff').map(toRecord)) {
      found.signoffs++;
      found.faults.push(...faultsOf(id, body as unknown as Signoff)); // a record of kind signoff holds a body of its schema
      const link = linkOf(id, body);
      if (link) linksById.set(id, link);
    }
    seq = page.rows.at(-1)?.seq ?? seq;
    more = page.more;
  }
  return [...linksById.values()];
}

function faultsOf(id: string, { integrity: seal, statement, ...signoff }: Signoff): string[] {
  const expected = seal && sealOf(attestationOf({ ...signoff, statement }), seal.previous_on_device ?? null);
  return [
    ...(seal && seal.payload_hash !== expected ? [`sign-off ${id}: the record does not match its seal`] : []),
    ...(isOwnText(statement) ? [] : [`sign-off ${id}: the statement does not match its hash`]),
  ];
}

async function verifyAudit(store: Store, organisationId: string, found: Findings): Promise<void> {
  for (let [seq, before] = [0, noHistory]; ;) {
    const entries = await listAudit(store.db, organisationId, seq, auditPage);
    if (entries.length === 0) return;
    for (const { entry, head, seq: at } of entries) {
      found.audit_entries++;
      if (headAfter(before, entry) !== head)
        found.faults.push(`audit entry ${at}: it was changed, or the one before it is missing`);
      before = head;
    }
    seq = entries.at(-1)?.seq ?? seq;
  }
}
