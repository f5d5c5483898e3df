/** The audit log as people read it, and what the last check of the store against it found (contract, Web, WB27). */
import { allKinds } from '../../../shared/resources/index.ts';
import { readLastBackup, readLastDrill } from '../../base/last-backup.ts';
import { unrecordedKinds } from '../../commit/audit.ts';
import { listAuditBefore } from '../../store/records/audit.ts';
import { readIntegrity } from '../../store/integrity/results.ts';
import type { Handler } from '../request/handler-request.ts';

/** Of records, and of what else the log has. */
const kinds = [...allKinds, ...unrecordedKinds].toSorted();

const hourMs = 3_600_000;

/** As commit/audit.ts writes it. */
interface Entry {
  readonly at: string;
  readonly actor: { readonly id: string; readonly name: string; readonly role: string };
  readonly commands: readonly {
    readonly action?: string;
    readonly id: string;
    readonly kind: string;
    readonly op: string;
  }[];
  readonly origin: string;
  readonly records: readonly { readonly deleted: boolean; readonly id: string; readonly kind: string }[];
  readonly request_id: string;
}

export const listAudit: Handler<'listAudit'> = async ({ actor, query: { before, limit } }, { store }) => {
  const last = before ?? Number.MAX_SAFE_INTEGER;
  const rows = await listAuditBefore(store.db, actor.organisationId, last, limit + 1);
  const some = rows.slice(0, limit);
  const data = some.map(({ seq, entry, head }) => {
    const { at, actor: by, commands, records, origin, request_id } = JSON.parse(entry) as Entry; // as it was written
    const changed = new Set(commands.map(({ id }) => id));
    // What follows from a command, such as the version that an approval makes.
    const further = records.filter(({ id }) => !changed.has(id));
    return {
      sequence: seq,
      at,
      actor: by,
      origin,
      request_id,
      changes: [
        ...commands.map(({ kind, id, op, action }) => ({ kind, id, change: action ?? op })),
        ...further.map(({ kind, id, deleted }) => ({ kind, id, change: deleted ? 'remove' : 'follow' })),
      ],
      head,
    };
  });
  const next = rows.length > limit ? (some.at(-1)?.seq ?? null) : null;
  return { body: { data, meta: { next_before: next, kinds } } };
};

export const getIntegrity: Handler<'getIntegrity'> = async (_request, { store, upkeep, commitContext }) => {
  const { finished_at: at, faults } = await readIntegrity(store.db);
  const status = faults > 0 ? 'damaged' : at === null ? 'unknown' : 'sound';
  const { checkEveryHours, dataDir } = upkeep;
  const [backup, drill] = await Promise.all([readLastBackup(dataDir), readLastDrill(dataDir)]);
  // The first check, and one that is late, begin at once.
  const due = at === null ? 0 : Date.parse(at) + checkEveryHours * hourMs;
  return {
    body: {
      status,
      checked_at: at,
      next_check_at: checkEveryHours === 0 ? null : new Date(Math.max(due, commitContext.now())).toISOString(),
      last_backup_at: backup?.made_at ?? null,
      last_drill_at: drill?.made_at ?? null,
    },
  };
};
