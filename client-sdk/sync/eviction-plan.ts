/**
 * What of the truth a device holds (contract, Devices, DV68 to DV70, DV158): documents that were archived long ago, old sign-offs and versions
 * that nobody needs any more go from the device, never from the server, and never what unsent or refused work builds on.
 */
import type { ConfirmedRow } from '../disk/database.ts';
import { isJsonObject, type Json } from '../../shared/base/json.ts';
import type { RetentionLimits } from '../disk/replica-metadata.ts';
import type { Keep } from '../base/options.ts';
import type { OutboxCommand } from '../disk/outbox-command.ts';

const dayMs = 86_400_000;

export function limitsOf({
  projects,
  archivedDays = 14,
  signoffDays = 30,
  maxRows,
}: Keep): Omit<RetentionLimits, 'left_out'> {
  return {
    projects: projects ? projects.map((id) => id.toLowerCase()) : null,
    archived_days: archivedDays,
    signoff_days: signoffDays,
    max_rows: maxRows ?? null,
  };
}

/** Whether some of what `before` left out is wanted now. */
export function isWider(now: Omit<RetentionLimits, 'left_out'> | null, before: RetentionLimits | null): boolean {
  if (before === null) return false;
  if (now === null) return true;
  const { projects } = before;
  return (
    now.archived_days > before.archived_days ||
    now.signoff_days > before.signoff_days ||
    (before.max_rows !== null && (now.max_rows ?? Infinity) > before.max_rows) ||
    (projects !== null && (now.projects === null || now.projects.some((id) => !projects.includes(id))))
  );
}

interface Cut {
  /** Ids of rows to drop. */
  readonly drop: readonly string[];
  /** All documents that are left out now, those of earlier cuts too. */
  readonly leftOut: readonly string[];
  /** A document that was left out is wanted again, and of its entries nobody knows which are missing. */
  readonly isPatchy: boolean;
}

/** `now` is the server's time in milliseconds; `own` = what was worked on here lately, by id. */
export function evictionPlan(
  rows: readonly ConfirmedRow[],
  commands: readonly OutboxCommand[],
  limits: Omit<RetentionLimits, 'left_out'>,
  before: readonly string[],
  now: number,
  own: Readonly<Record<string, unknown>>,
): Cut {
  const needed = neededBy(commands, rows);
  const isNeeded = (row: ConfirmedRow): boolean => needed.has(row.id) || needed.has(row.document_id);
  const documents = rows.filter(({ kind }) => kind === 'document');
  const leftOut = new Set(documents.filter((row) => isOutside(row, limits, now) && !isNeeded(row)).map(({ id }) => id));
  const held = new Set(documents.map(({ id }) => id).filter((id) => !leftOut.has(id)));
  const earlier = new Set(before);
  const isPatchy = [...held].some((id) => earlier.has(id));
  const isOld = (row: ConfirmedRow): boolean =>
    row.kind === 'signoff' && Date.parse(row.created_at) < now - limits.signoff_days * dayMs;
  // Of a project that is not held, and what belongs to a document that is not.
  const isLost = (row: ConfirmedRow): boolean =>
    row.kind === 'document' ? leftOut.has(row.id) : isElsewhere(row, limits) || isStray(row, held, earlier, leftOut);
  const drop = new Set(rows.filter((row) => !isNeeded(row) && (isLost(row) || isOld(row))).map(({ id }) => id));
  for (const id of superseded(rows, drop, isNeeded)) drop.add(id);
  const isSpared = (row: ConfirmedRow): boolean => isNeeded(row) || Object.hasOwn(own, row.id);
  for (const row of overflow(rows, drop, isSpared, limits.max_rows)) {
    drop.add(row.id);
    if (row.kind === 'document') leftOut.add(row.id);
  }
  const still = before.filter((id) => !held.has(id));
  return { drop: [...drop], leftOut: [...new Set([...still, ...leftOut])], isPatchy };
}

function isOutside(row: ConfirmedRow, limits: Omit<RetentionLimits, 'left_out'>, now: number): boolean {
  const isArchived = row.body['status'] === 'archived';
  return isElsewhere(row, limits) || (isArchived && Date.parse(row.updated_at) < now - limits.archived_days * dayMs);
}

function isElsewhere(
  { kind, id, project_id: projectId, body }: ConfirmedRow,
  { projects }: Omit<RetentionLimits, 'left_out'>,
): boolean {
  if (projects === null) return false;
  const named = kind === 'project' ? id : projectId || body['project_id'];
  return typeof named === 'string' && named !== '' && !projects.includes(named);
}

function isStray(
  { document_id: documentId }: ConfirmedRow,
  held: ReadonlySet<string>,
  earlier: ReadonlySet<string>,
  leftOut: ReadonlySet<string>,
): boolean {
  return documentId !== '' && !held.has(documentId) && (earlier.has(documentId) || leftOut.has(documentId));
}

/** Versions before the first one that a held sign-off is for: those after it tell whether it still stands. */
function superseded(
  rows: readonly ConfirmedRow[],
  drop: ReadonlySet<string>,
  isNeeded: (row: ConfirmedRow) => boolean,
): readonly string[] {
  const firstSigned = new Map<string, number>();
  for (const row of rows) {
    if (row.kind !== 'signoff' || drop.has(row.id)) continue;
    const version = Number(row.body['document_version']);
    firstSigned.set(row.document_id, Math.min(version, firstSigned.get(row.document_id) ?? Infinity));
  }
  return rows
    .filter((row) => row.kind === 'version' && row.body['state'] === 'superseded' && !isNeeded(row))
    .filter((row) => Number(row.body['version']) < (firstSigned.get(row.document_id) ?? Infinity))
    .map(({ id }) => id);
}

/** Old evidence first, then whole documents; what people need to find their way, such as projects and workers, never. */
function overflow(
  rows: readonly ConfirmedRow[],
  drop: ReadonlySet<string>,
  isSpared: (row: ConfirmedRow) => boolean,
  most: number | null,
): readonly ConfirmedRow[] {
  const left = rows.filter(({ id }) => !drop.has(id));
  let surplus = most === null ? 0 : left.length - most;
  if (surplus <= 0) return [];
  const oldestFirst = left.filter((row) => !isSpared(row)).toSorted((a, b) => (a.updated_at < b.updated_at ? -1 : 1));
  const belonging = Map.groupBy(oldestFirst, ({ document_id: documentId }) => documentId);
  const gone = new Map<string, ConfirmedRow>();
  const go = (row: ConfirmedRow): void => {
    if (surplus <= 0 || gone.has(row.id)) return;
    gone.set(row.id, row);
    surplus--;
  };
  oldestFirst.filter(({ kind }) => kind === 'signoff' || kind === 'incident').forEach(go);
  for (const document of oldestFirst.filter(({ kind }) => kind === 'document')) {
    if (surplus <= 0) break;
    // A document without some of its hazards would be a lie: it goes whole.
    for (const row of [document, ...(belonging.get(document.id) ?? [])]) {
      if (!gone.has(row.id)) surplus--;
      gone.set(row.id, row);
    }
  }
  return [...gone.values()];
}

/** Records that the outbox names, in whatever field: what they are and what they belong to stays. */
function neededBy(commands: readonly OutboxCommand[], rows: readonly ConfirmedRow[]): ReadonlySet<string> {
  const needed = new Set<string>();
  const collect = (value: Json | undefined): void => {
    if (typeof value === 'string') needed.add(value.toLowerCase());
    else if (Array.isArray(value)) value.forEach(collect);
    else if (isJsonObject(value)) Object.values(value).forEach(collect);
  };
  for (const { command } of commands) {
    needed.add(command.id);
    if ('set' in command) collect(command.set);
    if (command.op === 'act') collect(command.args);
  }
  for (const row of rows) if (row.document_id !== '' && needed.has(row.id)) needed.add(row.document_id);
  return needed;
}
