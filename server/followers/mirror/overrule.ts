/**
 * Looks at what changed in the mirror, and puts right what somebody else wrote there (contract, Mirrors, MR5): our revision goes on top of
 * theirs, and branches of theirs are ended. Documents with other ids, such as designs of an integrator, are left alone.
 */
import type { Db } from '../../store/engine/db.ts';
import type { Change } from './answers.ts';
import { keptDocuments } from './kept.ts';
import { ended, isCurrent, revised, type Revised, type WantedDocument } from './revisions.ts';
import type { Target } from './target.ts';
import { isOwn, wantedByIds, type Limits } from './wanted.ts';
import { withFile, type Files } from './write.ts';

export interface CheckContext {
  readonly db: Db;
  readonly target: Target;
  readonly files: Files;
  readonly limits: Limits;
  /** The feed is mirrored up to here: what changed later is not wrong yet. */
  readonly seq: number;
}

export interface Corrected {
  /** Ids of the documents that were put right. */
  readonly ids: readonly string[];
  /** Ids of versions and sign-offs that only the mirror has. */
  readonly kept: readonly string[];
  /** Where the next check begins. */
  readonly next: string | number;
  readonly more: boolean;
}

/** Checks one page of the mirror's changes. */
export async function correctChanges(context: CheckContext, since: string | number): Promise<Corrected> {
  const { db, target, files, limits, seq } = context;
  const { changes, next, more } = await target.changes(since);
  const doubtful = changes.filter(({ id, changes: leaves }) => isOwn(id) && !isEcho(target, id, leaves));
  const { wanted: wantedById, unknownEvidence } = await wantedByIds(
    db,
    files.organisationId,
    doubtful.map(({ id }) => id),
    limits,
    (some) => documentsOf(target, some),
  );
  const unknown = new Set(unknownEvidence);
  const kept = await keptDocuments(
    target,
    doubtful.filter(({ id }) => unknown.has(id)),
  );
  for (const each of kept) wantedById.set(each.id, each);
  const ids: string[] = [];
  const corrections: { readonly wanted: WantedDocument; readonly revised: Revised }[] = [];
  for (const change of doubtful) {
    const wanted = wantedById.get(change.id);
    if (!wanted || wanted.seq > seq) continue;
    const found = await correctionsOf(target, change, wanted);
    if (found.length === 0) continue;
    ids.push(change.id);
    for (const each of found) corrections.push({ wanted, revised: each });
  }
  const documents = async function* () {
    for (const { wanted, revised: each } of corrections)
      yield each._deleted ? each : await withFile(each, wanted, files);
  };
  await target.write(documents(), files.leftOut);
  return { ids, kept: kept.map(({ id }) => id), next, more };
}

/** The document that each of the entries belongs to, by the mirror's own word. */
async function documentsOf(target: Target, ids: readonly string[]): Promise<Map<string, string>> {
  const bodies = await target.bodies(ids);
  return new Map(
    [...bodies].flatMap(([id, { document_id: document }]) =>
      typeof document === 'string' ? [[id, document] as const] : [],
    ),
  );
}

/** Our own last write, and nothing beside it. */
function isEcho(target: Target, id: string, leaves: Change['changes']): boolean {
  const [first, ...others] = leaves;
  return first !== undefined && others.length === 0 && target.wrote(id, first.rev);
}

async function correctionsOf(
  target: Target,
  { id, deleted = false, changes }: Change,
  wanted: WantedDocument,
): Promise<Revised[]> {
  const [only, ...others] = changes;
  if (only && others.length === 0) {
    const leaf = { rev: only.rev, deleted };
    return isCurrent(wanted, leaf) ? [] : [revised(wanted, leaf)];
  }
  const { shown, conflicts } = await target.branches(id);
  return [...(isCurrent(wanted, shown) ? [] : [revised(wanted, shown)]), ...conflicts.map((rev) => ended(id, rev))];
}
