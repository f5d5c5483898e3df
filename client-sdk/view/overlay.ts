/**
 * The optimistic overlay: a confirmed row with the outbox's commands applied, by the same rule that the server applies when they arrive
 * (shared/merge/merge.ts). Pure.
 */
import { mergeFields } from '../../shared/merge/merge.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import type { Resource } from '../../shared/model/resource.ts';
import type { ConfirmedRow } from '../disk/database.ts';
import { isUnanswered, refusalOf, type OutboxCommand, type Refusal } from '../disk/outbox-command.ts';

export interface OverlaidRecord {
  readonly id: string;
  readonly kind: string;
  /** 0 before the server has it. */
  readonly rev: number;
  readonly seq: number;
  /** The revision after the server accepts the local changes, if nobody else changes the record. */
  readonly expectedRev: number;
  readonly deleted: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly created_by: string;
  readonly updated_by: string;
  readonly body: JsonObject;
  /** A change of it has not reached the server. */
  readonly unsent: boolean;
  /** The latest refusal of a change; the change itself stays in the outbox. */
  readonly refused?: Refusal;
  /** The server refused to create it: it exists on this device alone until it is resent or discarded. */
  readonly isOrphan: boolean;
}

/** `commands` = those of this record, in order. Undefined if there is neither a row nor a creation. */
export function overlay(
  resource: Pick<Resource, 'policies' | 'fits' | 'schema'>,
  row: ConfirmedRow | undefined,
  commands: readonly OutboxCommand[],
): OverlaidRecord | undefined {
  if (row && commands.length === 0) return recordOf(row);
  const refused = commands.filter((entry) => entry.state === 'refused');
  const isOrphan = !row && refused.some((entry) => entry.command.op === 'create');
  const applied = isOrphan ? commands : commands.filter((entry) => !isOutside(entry) && !isConfirmed(entry, row));
  const record = folded(resource, row, applied);
  if (!record) return undefined;
  const refusal = (isOrphan ? refused[0] : refused.at(-1)) ?? null;
  return {
    ...record,
    unsent: commands.some(isUnanswered),
    isOrphan,
    ...(refusal ? { refused: refusalOf(refusal)! } : {}), // it is refused, so there is a reason
  };
}

interface Fold {
  readonly row: ConfirmedRow | undefined;
  readonly applied: readonly OutboxCommand[];
  readonly record: OverlaidRecord | undefined;
}

const foldByLast = new WeakMap<OutboxCommand, Fold>();

/** The row with the commands applied in order. With 400 edits of one record waiting, the next costs one step, not 401. */
function folded(
  resource: Pick<Resource, 'policies' | 'fits' | 'schema'>,
  row: ConfirmedRow | undefined,
  applied: readonly OutboxCommand[],
): OverlaidRecord | undefined {
  const last = applied.at(-1);
  if (!last) return row && recordOf(row);
  const before = applied.at(-2);
  const known = before && foldByLast.get(before);
  const isNext = known?.row === row && known?.applied.length === applied.length - 1;
  let record = row && recordOf(row);
  if (isNext && known?.applied.every((entry, i) => entry === applied[i])) {
    record = withRev(after(resource, known.record, last), last);
  } else for (const entry of applied) record = withRev(after(resource, record, entry), entry);
  foldByLast.set(last, { row, applied, record });
  return record;
}

/** One that was delivered before says nothing about what others did since. */
function isOutside({ state }: OutboxCommand): boolean {
  return state === 'refused' || state === 'again';
}

/** The row includes the command's effect: applying it again would hide what others did since. */
function isConfirmed({ state, result }: OutboxCommand, row: ConfirmedRow | undefined): boolean {
  return state === 'acked' && row !== undefined && result !== null && result.seq > 0 && row.seq >= result.seq;
}

function after(
  resource: Pick<Resource, 'policies' | 'fits' | 'schema'>,
  record: OverlaidRecord | undefined,
  entry: OutboxCommand,
): OverlaidRecord | undefined {
  const { command } = entry;
  if (command.op === 'create') return record ?? created(entry, resource);
  if (!record) return undefined;
  if (command.op === 'remove') return { ...record, deleted: true };
  const set =
    command.op === 'act'
      ? entry.shows
      : mergeFields(resource.policies, record.body, command.set, command.was, resource.fits).set;
  return { ...record, body: { ...record.body, ...set } };
}

function withRev(record: OverlaidRecord | undefined, { result }: OutboxCommand): OverlaidRecord | undefined {
  return record && { ...record, expectedRev: result?.rev ?? record.expectedRev + 1 };
}

function created(
  { command, shows, made_at: at, clock_offset_ms: offsetMs }: OutboxCommand,
  resource: Pick<Resource, 'schema'>,
): OverlaidRecord {
  const createdAt = offsetMs === null ? at : new Date(Date.parse(at) - offsetMs).toISOString();
  return {
    id: command.id,
    kind: command.kind,
    rev: 0,
    seq: 0,
    expectedRev: 0,
    deleted: false,
    created_at: createdAt,
    updated_at: createdAt,
    created_by: '',
    updated_by: '',
    body: command.op === 'create' ? { ...withDefaults(command.set, shows, resource), ...shows } : shows,
    unsent: true,
    isOrphan: false,
  };
}

/** Nothing was derived for a creation of another device that the rules could not check here: what it leaves out has the kind's defaults. */
function withDefaults(set: JsonObject, shows: JsonObject, resource: Pick<Resource, 'schema'>): JsonObject {
  if (Object.keys(shows).length > 0) return set;
  const whole = resource.schema.safeParse(set);
  return whole.success ? (whole.data as JsonObject) : set; // schemas of kinds only describe JSON
}

const recordByRow = new WeakMap<ConfirmedRow, OverlaidRecord>();

/** The same object for the same row, so that lists compare quickly. */
function recordOf(row: ConfirmedRow): OverlaidRecord {
  const known = recordByRow.get(row);
  if (known) return known;
  const { id, kind, rev, seq, created_at, updated_at, created_by, updated_by, body } = row;
  const envelope = { id, kind, rev, seq, created_at, updated_at, created_by, updated_by };
  const record = { ...envelope, body, expectedRev: rev, deleted: false, unsent: false, isOrphan: false };
  recordByRow.set(row, record);
  return record;
}
