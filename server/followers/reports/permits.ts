/** The permits of a project or a site, for its register and its pack. */
import { dayIn } from '../../../shared/base/day.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { resources } from '../../../shared/resources/index.ts';
import type { PermitRegisterInput } from '../../export/report-input.ts';
import { toRecord } from '../../commit/record-rows.ts';
import { pageOfRecords } from '../../store/records/record-lists.ts';
import { frameOf, type Wanted } from './frame.ts';
import { sitesOf } from './places.ts';

const rowsAtOnce = 200;

/** The log is long, and a register says what came of it, with what only the log has: who opened the permit, and when it was extended. */
export type RegisteredPermit = JsonObject & { readonly id: string; readonly site_id?: string | null };

export async function permitRegisterOf(wanted: Wanted): Promise<PermitRegisterInput> {
  const { from, until, states } = wanted.asked;
  const frame = await frameOf(wanted);
  const timezone = frame.organisation.timezone ?? 'UTC';
  const permits = (await permitsOf(wanted)).filter((permit) => isInForce(permit, { from, until }, timezone));
  return { ...frame, form: 'permit_register', permits, sites: await sitesOf(wanted), from, until, states };
}

/** Those of the states that were asked for, each with its issuer and holder. */
export async function permitsOf({ db, organisationId, asked }: Wanted): Promise<RegisteredPermit[]> {
  const { project_id, site_id, states } = asked;
  const filters = {
    project_id,
    site_id: site_id ?? undefined,
    status: states.length > 0 ? states : undefined,
  };
  const found: RegisteredPermit[] = [];
  for (let page = 1; ; page += 1) {
    const request = { kind: 'permit', filters, order: 'created_at', page, perPage: rowsAtOnce } as const;
    const rows = await pageOfRecords(db, organisationId, request);
    for (const row of rows) {
      const { id, created_at, body } = toRecord(row);
      const { log, ...record } = { ...body, ...resources.permit.derive?.(body) };
      found.push({ ...record, ...fromLog(record, (log ?? []) as readonly JsonObject[]), id, created_at }); // as its schema says
    }
    if (rows.length < rowsAtOnce) return found;
  }
}

function fromLog(permit: JsonObject, log: readonly JsonObject[]): JsonObject {
  const of = (action: string): JsonObject[] => log.filter((entry) => entry['action'] === action);
  const extended = of('extend');
  const extensions = ((permit['extensions'] ?? []) as readonly JsonObject[]).map((each, i) => {
    return { ...each, at: extended[i]?.['at'] ?? null };
  }); // as its schema says
  const ahead = log
    .filter(({ flags }) => Array.isArray(flags) && flags.includes('in_future'))
    .map(({ action, at, received_at }) => ({
      action: action ?? null,
      at: at ?? null,
      received_at: received_at ?? null,
    }));
  return { extensions, opened_by: of('open').at(-1)?.['by'] ?? null, ...(ahead.length > 0 ? { ahead } : {}) };
}

/** What was closed or cancelled ended then; what is at work has not ended, even after its validity. */
function isInForce(
  permit: JsonObject,
  { from, until }: { readonly from: string | null; readonly until: string | null },
  timezone: string,
): boolean {
  const word = (member: string): string | null => (typeof permit[member] === 'string' ? permit[member] : null);
  const start = word('valid_from') ?? word('requested_at') ?? word('created_at');
  const isPlanned = ['draft', 'requested', 'authorised'].includes(word('state') ?? '');
  const end = word('closed_at') ?? word('cancelled_at') ?? (isPlanned ? (word('valid_to') ?? start) : null);
  if (until !== null && start !== null && dayIn(start, timezone) > until) return false;
  return from === null || end === null || dayIn(end, timezone) >= from;
}
