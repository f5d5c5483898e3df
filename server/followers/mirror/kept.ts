/**
 * Versions and sign-offs that the mirror has and the server does not know: it was restored, and lost them. The mirror may have the last
 * copy, so what the server wrote itself stays (contract, Mirrors, MR30).
 */
import { wantedDocument, isCurrent, type WantedDocument } from './revisions.ts';
import type { Change, FoundBody } from './answers.ts';
import type { Json, JsonObject } from '../../../shared/base/json.ts';
import type { Target } from './target.ts';

/** Those of the documents that hold what the server wrote, in the revision that is shown or in one beside it. */
export async function keptDocuments(
  target: Pick<Target, 'bodies' | 'bodyAt'>,
  unknown: readonly Change[],
): Promise<WantedDocument[]> {
  const shown = await target.bodies(unknown.map(({ id }) => id));
  const kept: WantedDocument[] = [];
  for (const { id, changes } of unknown) {
    const own = ownIn(id, shown.get(id)) ?? (changes.length > 1 ? await ownBeside(target, id, changes) : undefined);
    if (own) kept.push(own);
  }
  return kept;
}

async function ownBeside(
  target: Pick<Target, 'bodyAt'>,
  id: string,
  leaves: Change['changes'],
): Promise<WantedDocument | undefined> {
  for (const { rev } of leaves) {
    const own = ownIn(id, await target.bodyAt(id, rev));
    if (own) return own;
  }
  return undefined;
}

/** The body, if its revision is the digest that the server gives. */
function ownIn(id: string, found: FoundBody | null | undefined): WantedDocument | undefined {
  if (!found || found['_deleted'] === true) return undefined;
  const fields = Object.entries(found).filter(([name]) => !name.startsWith('_'));
  const body: JsonObject = Object.fromEntries(fields as [string, Json][]); // it was parsed from JSON
  const wanted = wantedDocument(id, body, { generation: 0, seq: 0 });
  return isCurrent(wanted, { rev: found._rev, deleted: false }) ? wanted : undefined;
}
