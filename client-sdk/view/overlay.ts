/**
 * What a person sees of one record: the server's truth with the outbox's commands on top, by the very rule that the server will
 * apply when they arrive (shared/merge/merge.ts). Pure.
 */
import { mergeFields } from '../../shared/merge/merge.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import type { Resource } from '../../shared/model/resource.ts';
import type { ConfirmedRow } from '../disk/database.ts';
import { isUnanswered, refusalOf, type OutboxCommand, type Refusal } from '../disk/outbox-command.ts';

/** A record as it stands on this device. */
export interface OverlaidRecord {
  readonly id: string;
  readonly kind: string;
  /** 0 while the server has not seen it. */
  readonly rev: number;
  readonly seq: number;
  /** The revision it will have when the server has taken what was done here, if nobody else changes it. */
  readonly expectedRev: number;
  readonly deleted: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly created_by: string;
  readonly updated_by: string;
  readonly body: JsonObject;
  /** A change of it has not reached the server. */
  readonly unsent: boolean;
  /** The latest refusal of a change of it; the change itself stays in the outbox. */
  readonly refused?: Refusal;
  /** The server refused to create it: it stands on this device alone until it is resent or discarded. */
  readonly isOrphan: boolean;
}

/** `commands` are those of this record in their order. Undefined where there is nothing to see and never was. */
export function overlay(
  resource: Pick<Resource, 'policies'>,
  truth: ConfirmedRow | undefined,
  commands: readonly OutboxCommand[],
): OverlaidRecord | undefined {
  if (truth && commands.length === 0) return standingOf(truth);
  const refused = commands.filter((entry) => entry.state === 'refused');
  const orphan = !truth && refused.some((entry) => entry.command.op === 'create');
  const counted = orphan ? commands : commands.filter((entry) => entry.state !== 'refused' && !isInTruth(entry, truth));
  let standing = truth && standingOf(truth);
  for (const entry of counted) standing = withRev(after(resource, standing, entry), entry);
  if (!standing) return undefined;
  const refusal = (orphan ? refused[0] : refused.at(-1)) ?? null;
  return {
    ...standing,
    unsent: commands.some(isUnanswered),
    isOrphan: orphan,
    ...(refusal ? { refused: refusalOf(refusal)! } : {}), // it is refused, so there is a reason
  };
}

/** The feed has brought the command's effect: showing it again on top could only hide what others did since. */
function isInTruth({ state, result }: OutboxCommand, truth: ConfirmedRow | undefined): boolean {
  return state === 'acked' && truth !== undefined && result !== null && result.seq > 0 && truth.seq >= result.seq;
}

function after(
  { policies }: Pick<Resource, 'policies'>,
  standing: OverlaidRecord | undefined,
  entry: OutboxCommand,
): OverlaidRecord | undefined {
  const { command } = entry;
  if (command.op === 'create') return standing ?? born(entry);
  if (!standing) return undefined;
  if (command.op === 'remove') return { ...standing, deleted: true };
  const set = command.op === 'act' ? entry.shows : mergeFields(policies, standing.body, command.set, command.was).set;
  return { ...standing, body: { ...standing.body, ...set } };
}

function withRev(standing: OverlaidRecord | undefined, { result }: OutboxCommand): OverlaidRecord | undefined {
  return standing && { ...standing, expectedRev: result?.rev ?? standing.expectedRev + 1 };
}

function born({ command, shows, at, clock_offset_ms: offsetMs }: OutboxCommand): OverlaidRecord {
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
    body: command.op === 'create' ? { ...command.set, ...shows } : shows,
    unsent: true,
    isOrphan: false,
  };
}

const standingByTruth = new WeakMap<ConfirmedRow, OverlaidRecord>();

/** One object for one row, so that what has not changed stays the same object in every list. */
function standingOf(truth: ConfirmedRow): OverlaidRecord {
  const known = standingByTruth.get(truth);
  if (known) return known;
  const { id, kind, rev, seq, created_at, updated_at, created_by, updated_by, body } = truth;
  const envelope = { id, kind, rev, seq, created_at, updated_at, created_by, updated_by };
  const standing = { ...envelope, body, expectedRev: rev, deleted: false, unsent: false, isOrphan: false };
  standingByTruth.set(truth, standing);
  return standing;
}
