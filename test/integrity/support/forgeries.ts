/** Forgeries of a database past the server, and what `verify` says of each. Ids are those of the evidence. */
import type { DatabaseSync } from 'node:sqlite';
import { canonicalHash } from '../../../shared/crypto/canonical.ts';
import type { Json, JsonObject } from '../../../shared/base/json.ts';
import { attestationOf, sealOf, type Sealable } from '../../../shared/crypto/attestation.ts';
import { recordDigest } from '../../../server/commit/audited-state.ts';
import { headAfter, noHistory } from '../../../server/store/records/audit.ts';
import type { RecordTable } from '../../../server/store/tables/tables.ts';
import type { Evidence } from './evidence.ts';
import { insertSignoff, rows, run, setBody, type Forgery } from './forger.ts';
import { tableForgeries } from './table-forgeries.ts';

function set(member: string, value: Json, of: (evidence: Evidence) => string | undefined): Forgery['forge'] {
  return (db, evidence) => setBody(db, of(evidence) ?? '', (body) => ({ ...body, [member]: value }));
}

function setStatus(status: string, of: (evidence: Evidence) => string | undefined): Forgery['forge'] {
  return (db, evidence) => {
    set('status', status, of)(db, evidence);
    db.prepare('update record set status = ? where id = ?').run(status, of(evidence) ?? '');
  };
}

function remove(of: (evidence: Evidence) => string | undefined): Forgery['forge'] {
  return (db, evidence) => void db.prepare('delete from record where id = ?').run(of(evidence) ?? '');
}

const versionOne = `(select id from record where kind = 'version' and version = 1)`;
const lastEntry = '(select max(seq) from audit)';
const signoff = (n: number) => (evidence: Evidence) => evidence.signoffs[n];
const inAuditEntry = /is not what audit entry \d+ of \S+ recorded/;
const noEntry = /is in no audit entry/;
const isGone = /is gone; audit entry \d+ of \S+ recorded it last/;

/** With a new seal for it and for each one after it. */
function rewriteChain(db: DatabaseSync, { signoffs }: Evidence): void {
  let previous: string | null = null;
  for (const id of signoffs)
    setBody(db, id, (body) => {
      const signed = { ...body, worker: { name: 'Somebody Else' } };
      const attestation = attestationOf(signed as unknown as Sealable);
      const seal = sealOf(attestation, previous);
      const integrity = { ...(body['integrity'] as JsonObject), attestation, previous_on_device: previous };
      previous = seal;
      return { ...signed, integrity: { ...integrity, payload_hash: seal } };
    });
}

/** Changes entries and makes all heads anew. */
function rewriteLog(db: DatabaseSync, change: (entry: string) => string): void {
  let head = noHistory;
  for (const { seq, entry } of rows(db, 'select seq, entry from audit order by seq')) {
    const changed = change(String(entry));
    head = headAfter(head, changed);
    db.prepare('update audit set entry = ?, head = ? where seq = ?').run(changed, head, seq ?? 0);
  }
  db.prepare('update feed set head = ?').run(head);
}

export const forgeries: readonly Forgery[] = [
  { name: 'all sign-offs deleted', forge: run(`delete from record where kind = 'signoff'`), finds: isGone },
  { name: 'the last of a chain deleted', forge: remove(signoff(3)), finds: isGone },
  { name: 'one in the middle of a chain deleted', forge: remove(signoff(1)), finds: isGone },
  {
    name: 'a sign-off inserted',
    forge: (db) => insertSignoff(db, ({ seq }) => ({ seq: Number(seq) + 100_000 })),
    finds: /signoff forged is at place \d+, behind the end of the feed/,
  },
  {
    name: 'a sign-off inserted at an old place',
    forge: (db, { draftId }) => {
      const [first] = rows(db, 'select seq from audit order by seq limit 1');
      insertSignoff(db, () => ({ seq: first?.['seq'] ?? 0, document_id: draftId }));
    },
    finds: noEntry,
  },
  { name: 'a whole tablet chain rewritten and sealed again', forge: rewriteChain, finds: inAuditEntry },
  {
    name: 'the name in a sealed sign-off',
    forge: set('worker', { name: 'Somebody Else' }, signoff(0)),
    finds: /does not match its seal/,
  },
  { name: 'a seal stripped in the middle', forge: set('integrity', null, signoff(1)), finds: inAuditEntry },
  {
    name: 'the ink of a sealed sign-off',
    forge: (db, { signoffs }) =>
      setBody(db, signoffs[0] ?? '', (body) => {
        const signature = body['signature'] as JsonObject;
        return { ...body, signature: { ...signature, strokes: [[[1, 2, 3]]] } };
      }),
    finds: /has other ink than its hash says/,
  },
  { name: 'recorded to void', forge: setStatus('voided', signoff(0)), finds: inAuditEntry },
  { name: 'void to recorded', forge: setStatus('recorded', signoff(2)), finds: inAuditEntry },
  {
    name: 'the status in its column only',
    forge: run(`update record set status = 'voided' where kind = 'signoff'`),
    finds: /is listed by other values than it has/,
  },
  {
    name: 'the time of receipt',
    forge: set('received_at', '2026-11-01T08:00:00.000Z', signoff(0)),
    finds: inAuditEntry,
  },
  {
    name: 'the corrected time of capture',
    forge: (db, { signoffs }) =>
      setBody(db, signoffs[0] ?? '', (body) => {
        const capture = body['capture'] as JsonObject;
        return { ...body, capture: { ...capture, captured_at_corrected: '2026-11-01T08:00:00.000Z' } };
      }),
    finds: inAuditEntry,
  },
  {
    name: 'the content of a version, its hash as it was',
    forge: run(`update record set body = json_set(body, '$.content.title', 'Another') where id = ${versionOne}`),
    finds: /has a content that does not match its hash/,
  },
  {
    name: 'the content of a version with a new hash',
    forge: (db) => {
      const id = String(rows(db, `select ${versionOne} as id`)[0]?.['id']);
      setBody(db, id, (body) => {
        const content = { ...(body['content'] as JsonObject), title: 'Another' };
        return { ...body, content, content_hash: canonicalHash(content) };
      });
    },
    finds: /is bound to version 1 of document \S+, which does not exist or has another content/,
  },
  {
    name: 'who approved a version',
    forge: run(`update record set body = json_set(body, '$.approved_by.name', 'Another') where id = ${versionOne}`),
    finds: inAuditEntry,
  },
  { name: 'a version deleted', forge: run(`delete from record where id = ${versionOne}`), finds: isGone },
  { name: 'an incident deleted', forge: remove(({ incidentId }) => incidentId), finds: isGone },
  {
    name: 'an incident rewritten',
    forge: set('description', 'Nothing happened at all.', ({ incidentId }) => incidentId),
    finds: inAuditEntry,
  },
  {
    name: 'a gas test of a permit',
    forge: (db, { permitId }) =>
      db.exec(`update record set body = replace(body, '"lel_percent":0', '"lel_percent":3') where id = '${permitId}'`),
    finds: inAuditEntry,
  },
  {
    name: 'a hazard of an approved document',
    forge: set('name', 'Nothing to fear', ({ hazardId }) => hazardId),
    finds: inAuditEntry,
  },
  { name: 'a draft made approved', forge: setStatus('approved', ({ draftId }) => draftId), finds: inAuditEntry },
  {
    name: 'a tombstone brought back',
    forge: run(`update record set deleted = 1 where kind = 'incident'`),
    finds: /is removed, although audit entry \d+ of \S+ did not remove it/,
  },
  {
    name: 'the last audit entry deleted',
    forge: run(`delete from audit where seq = ${lastEntry}`),
    finds: /the end of the audit log is missing/,
  },
  {
    name: 'an audit entry in the middle deleted',
    forge: run('delete from audit where seq = (select seq from audit order by seq limit 1 offset 3)'),
    finds: /or the one before it is missing/,
  },
  {
    name: 'half of the audit entries deleted',
    forge: run('delete from audit where seq > (select avg(seq) from audit)'),
    finds: noEntry,
  },
  {
    name: 'all audit entries deleted, and the head with them',
    forge: run('delete from audit', `update feed set head = '${noHistory}'`),
    finds: noEntry,
  },
  {
    name: 'two audit entries swapped',
    forge: run(`update audit set entry = case seq when ${lastEntry}
      then (select entry from audit as a where a.seq < (select max(seq) from audit) order by seq desc limit 1)
      else (select entry from audit as a order by seq desc limit 1) end
      where seq in (select seq from audit order by seq desc limit 2)`),
    finds: /audit entry \d+ (was changed|cannot be read)/,
  },
  {
    name: 'an audit entry changed, its head as it was',
    forge: run(`update audit set entry = replace(entry, 'Administrator', 'Another') where seq = ${lastEntry}`),
    finds: /audit entry \d+ was changed/,
  },
  {
    name: 'an audit entry and all heads after it',
    forge: (db) => {
      const [last] = rows(db, 'select entry from audit order by seq desc limit 1');
      rewriteLog(db, (entry) =>
        entry === last?.['entry'] ? entry.replace(/"sha256":"\w{64}"/, `"sha256":"${'0'.repeat(64)}"`) : entry,
      );
    },
    finds: inAuditEntry,
  },
  {
    name: 'an event deleted',
    forge: run(`delete from delivery`, `delete from event where seq = (select max(seq) from event)`),
    finds: /the events of audit entry \d+ of \S+ are not what it recorded: 1 of 2 are there/,
  },
  {
    name: 'an event rewritten',
    forge: run(`update event set data = json_set(data, '$.worker.name', 'Another') where name = 'signoff.recorded'`),
    finds: /the events of audit entry \d+ of \S+ are not what it recorded: 1 of 1 are there/,
  },
  {
    name: 'an event invented',
    forge: run(
      `insert into event select org_id, (select seq from feed), 'signoff.recorded', at_ms, resource_id, data from event limit 1`,
    ),
    finds: /event \d+ \(signoff\.recorded\) belongs to no audit entry/,
  },
  {
    name: 'all events called expired and deleted',
    forge: run('update feed set events_until = seq', 'delete from event'),
    finds: /the events of audit entry \d+ of \S+ are not what it recorded/,
  },
  {
    name: 'a back-door token',
    forge: run(`insert into token (org_id, id, hash, name, role, actor_id, actor_name, created_at, purpose)
      select org_id, 'back-door', 'x', name, 'owner', actor_id, actor_name, created_at, 'api' from token limit 1`),
    finds: /token back-door is in no audit entry/,
  },
  {
    name: 'a token made stronger',
    forge: run(`update token set role = 'owner' where name = 'Phone'`),
    finds: /token \S+ is not what audit entry/,
  },
  { name: 'a user made owner', forge: set('role', 'owner', ({ userId }) => userId), finds: inAuditEntry },
  {
    name: 'the settings',
    forge: run(`update feed set settings = '{"retention":null}'`),
    finds: /organisation \S+ is not what audit entry/,
  },
  {
    name: 'a webhook to somebody else',
    forge:
      run(`insert into webhook (org_id, id, url, events, secret, state, consecutive_failures, ordering, header_names, revision,
      created_at, updated_at) select org_id, 'spy', 'https://x.example', '["*"]', 's', 'enabled', 0, 'none', '[]', 1, '', '' from feed`),
    finds: /webhook spy is in no audit entry/,
  },
  {
    name: 'an incident, its digest in the log, and every head after it',
    forge: (db, { incidentId }) => {
      setBody(db, incidentId, (body) => ({ ...body, description: 'Nothing happened at all.' }));
      const digest = recordDigest(
        rows(db, 'select * from record where id = ?', incidentId)[0] as unknown as RecordTable,
      );
      const word = new RegExp(`("id":"${incidentId}","kind":"incident","rev":1,"sha256":")\\w{64}`);
      rewriteLog(db, (entry) => entry.replace(word, `$1${digest}`));
    },
    finds:
      'missed: a person who rewrites the whole log leaves no trace in the file; a head kept elsewhere would show it',
  },
  {
    name: 'an older copy of the whole file',
    forge: () => undefined,
    finds:
      'missed: an older copy is a true history that ends earlier; a head kept elsewhere, or a tablet that is ahead, shows it',
  },
  {
    name: 'the name of an organisation that nobody has changed',
    forge: run(`update feed set name = 'Another', settings = '{}', details = '{}', revision = 1`),
    finds: /organisation \S+ is not what audit entry/,
  },
  ...tableForgeries,
];
