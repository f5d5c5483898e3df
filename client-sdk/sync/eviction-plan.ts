/**
 * Decides which rows a device evicts (contract, Device, DV68 to DV70, DV158): documents archived long ago, old sign-offs and superseded
 * versions. Never what unsent or refused work depends on; the server keeps everything. Pure.
 */
import type { ConfirmedRow } from '../disk/database.ts';
import { isJsonObject, type Json } from '../../shared/base/json.ts';
import type { Retention } from '../../shared/model/resource.ts';
import { findResource } from '../../shared/resources/index.ts';
import type { RetentionLimits } from '../disk/replica-metadata.ts';
import type { Keep } from '../base/options.ts';
import type { OutboxCommand } from '../disk/outbox-command.ts';

const dayMs = 86_400_000;

export type Limits = Omit<RetentionLimits, 'left_out'>;

export function limitsOf({ projects, archivedDays = 14, signoffDays = 30, maxRows }: Keep): Limits {
  return {
    projects: projects ? projects.map((id) => id.toLowerCase()) : null,
    archived_days: archivedDays,
    signoff_days: signoffDays,
    max_rows: maxRows ?? null,
  };
}

/** Whether limits were raised, so that evicted rows are wanted again. */
export function isWider(now: Limits | null, before: RetentionLimits | null): boolean {
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

/** What expires on devices and was made before this is dropped. */
export function evidenceSince(limits: Limits, now: number): number {
  return now - limits.signoff_days * dayMs;
}

interface EvictionPlan {
  /** Ids of rows to drop. */
  readonly drop: readonly string[];
  /** Ids of all evicted documents, earlier ones included. */
  readonly leftOut: readonly string[];
  /** A document that was evicted is here again, possibly without some of its entries. */
  readonly isPatchy: boolean;
}

/** `evictedBefore` = ids of documents; `now` = server time in ms; `pins` = ids of records edited here lately. */
export function evictionPlan(
  rows: readonly ConfirmedRow[],
  commands: readonly OutboxCommand[],
  limits: Limits,
  evictedBefore: readonly string[],
  now: number,
  pins: Readonly<Record<string, unknown>>,
): EvictionPlan {
  const needed = neededBy(commands, rows);
  const isNeeded = (row: ConfirmedRow): boolean => needed.has(row.id) || needed.has(row.document_id);
  const documents = rows.filter(isWhole);
  const leftOut = new Set(documents.filter((row) => isOutside(row, limits, now) && !isNeeded(row)).map(({ id }) => id));
  const heldDocuments = new Set(documents.map(({ id }) => id).filter((id) => !leftOut.has(id)));
  const earlier = new Set(evictedBefore);
  const isPatchy = [...heldDocuments].some((id) => earlier.has(id));
  // Of a project that is not held, or of a document that is not.
  const isUnwanted = (row: ConfirmedRow): boolean =>
    isWhole(row) ? leftOut.has(row.id) : isElsewhere(row, limits) || isStray(row, heldDocuments, earlier, leftOut);
  const drop = new Set(
    rows.filter((row) => !isNeeded(row) && (isUnwanted(row) || isExpired(row, limits, now))).map(({ id }) => id),
  );
  for (const id of superseded(rows, drop, isNeeded)) drop.add(id);
  const isProtected = (row: ConfirmedRow): boolean => isNeeded(row) || Object.hasOwn(pins, row.id);
  for (const row of overflow(rows, drop, isProtected, limits.max_rows)) {
    drop.add(row.id);
    if (isWhole(row)) leftOut.add(row.id);
  }
  const still = evictedBefore.filter((id) => !heldDocuments.has(id));
  return { drop: [...drop], leftOut: [...new Set([...still, ...leftOut])], isPatchy };
}

function isOutside(row: ConfirmedRow, limits: Limits, now: number): boolean {
  const isArchived = row.body['status'] === 'archived';
  return isElsewhere(row, limits) || (isArchived && Date.parse(row.updated_at) < now - limits.archived_days * dayMs);
}

function retentionOf({ kind }: ConfirmedRow): Retention | undefined {
  return findResource(kind)?.retention;
}

function isWhole(row: ConfirmedRow): boolean {
  return retentionOf(row)?.whole === true;
}

function isExpired(row: ConfirmedRow, limits: Limits, now: number): boolean {
  return retentionOf(row)?.expires === true && Date.parse(row.created_at) < evidenceSince(limits, now);
}

function isElsewhere({ kind, id, project_id: projectId, body }: ConfirmedRow, { projects }: Limits): boolean {
  if (projects === null) return false;
  const named = findResource(kind)?.idColumn === 'project_id' ? id : projectId || body['project_id'];
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

/** Versions before the earliest that a held sign-off refers to; the later ones decide whether it is still valid. */
function superseded(
  rows: readonly ConfirmedRow[],
  drop: ReadonlySet<string>,
  isNeeded: (row: ConfirmedRow) => boolean,
): readonly string[] {
  const firstSigned = new Map<string, number>();
  for (const row of rows) {
    const version = retentionOf(row)?.forVersion?.(row.body);
    if (version === undefined || drop.has(row.id)) continue;
    firstSigned.set(row.document_id, Math.min(version, firstSigned.get(row.document_id) ?? Infinity));
  }
  return rows
    .filter((row) => {
      const version = retentionOf(row)?.supersededVersion?.(row.body) ?? null;
      return version !== null && version < (firstSigned.get(row.document_id) ?? Infinity) && !isNeeded(row);
    })
    .map(({ id }) => id);
}

/** Rows beyond `maxRows`: sign-offs and incidents first, then whole documents; never projects, workers and the like. */
function overflow(
  rows: readonly ConfirmedRow[],
  drop: ReadonlySet<string>,
  isProtected: (row: ConfirmedRow) => boolean,
  maxRows: number | null,
): readonly ConfirmedRow[] {
  const left = rows.filter(({ id }) => !drop.has(id));
  let surplus = maxRows === null ? 0 : left.length - maxRows;
  if (surplus <= 0) return [];
  const oldestFirst = left
    .filter((row) => !isProtected(row))
    .toSorted((a, b) => (a.updated_at < b.updated_at ? -1 : 1));
  const rowsByDocument = Map.groupBy(oldestFirst, ({ document_id: documentId }) => documentId);
  const gone = new Map<string, ConfirmedRow>();
  const evict = (row: ConfirmedRow): void => {
    if (surplus <= 0 || gone.has(row.id)) return;
    gone.set(row.id, row);
    surplus--;
  };
  oldestFirst.filter((row) => retentionOf(row)?.evidence).forEach(evict);
  for (const document of oldestFirst.filter(isWhole)) {
    if (surplus <= 0) break;
    // A document without some of its hazards would mislead: it is evicted whole.
    for (const row of [document, ...(rowsByDocument.get(document.id) ?? [])]) {
      if (!gone.has(row.id)) surplus--;
      gone.set(row.id, row);
    }
  }
  return [...gone.values()];
}

/** Ids of records that the outbox names in any field, and of the documents that they belong to. */
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
