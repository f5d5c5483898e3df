/**
 * How far a mirror is, kept in the mirror itself (`_local/sitefile`, which no replication copies), so that it is true whatever happens to
 * either side, and sealed, because others may write there too. It names the history that it was read from: a server that was restored from a backup compares everything anew.
 */
import { hash } from 'node:crypto';
import * as z from 'zod';
import { UnsealError, type Secrets } from '../../auth/secrets.ts';
import type { Db } from '../../store/engine/db.ts';
import { listMirrors } from '../../store/access/mirrors.ts';
import { headAt, noHistory } from '../../store/records/audit.ts';
import { staleScopes } from '../../store/records/scopes.ts';
import type { FeedTable } from '../../store/tables/tables.ts';
import type { MirrorTable } from '../../store/tables/mirrors.ts';
import { MirrorError } from './failure.ts';
import type { Target } from './target.ts';

const placeShape = z.object({
  /** The feed is mirrored up to here. */
  seq: z.int().nonnegative(),
  /** Where the feed ended when it was read: a position, and the head of the audit log there. */
  history: z.object({ seq: z.int(), head: z.string() }),
  /** The changes of the mirror were checked up to here; 0 = not yet. */
  checked: z.union([z.string(), z.number()]),
  /** The first fill, or a comparison of everything, is not finished. */
  comparing: z.boolean(),
});
export type Place = Readonly<z.output<typeof placeShape>>;

/** Changes when a release changes what documents hold: every mirror is then compared anew. */
const shape = 1;
const name = 'sitefile';
export const checkpointId = `_local/${name}`;

/** Digest of what the mirror is limited to. */
const sealedPlace = placeShape.extend({ limits: z.string() });

/** Other servers read whose mirror it is. */
const storedPlace = z.object({
  _rev: z.string(),
  organisation: z.string(),
  mirror: z.string(),
  /** A sealedPlace as JSON. */
  sealed: z.string().catch(''),
});
type Stored = z.output<typeof storedPlace>;

export interface Checkpoint {
  readonly place: Place;
  /** Somebody else wrote it: everything is compared. */
  readonly isForged: boolean;
  save(place: Place): Promise<void>;
}

/** Throws a MirrorError if the database is somebody else's mirror. */
export async function openCheckpoint(
  target: Target,
  { db, secrets }: { readonly db: Db; readonly secrets: Secrets },
  mirror: MirrorTable,
  feed: Pick<FeedTable, 'seq' | 'head'>,
): Promise<Checkpoint> {
  const stored = await target.readLocal(name, storedPlace);
  if (stored) await requireOwn(stored, db, mirror);
  const own = { organisation: mirror.org_id, mirror: mirror.id };
  const limits = limitsOf(mirror);
  const sealing = JSON.stringify(['mirror checkpoint', mirror.org_id, mirror.id]);
  let rev = stored?._rev;
  const found = stored?.mirror === own.mirror ? opened(secrets, stored.sealed, sealing) : null;
  const goesOn =
    found !== null &&
    found !== 'forged' &&
    mirror.resync === 0 &&
    found.limits === limits &&
    found.seq <= Math.min(found.history.seq, mirror.seq) &&
    (await isFollowable(db, mirror.org_id, found, feed));
  const fromStart = { seq: 0, history: { seq: feed.seq, head: feed.head }, checked: 0, comparing: true };
  return {
    place: goesOn ? found : fromStart,
    isForged: found === 'forged',
    async save({ seq, history, checked, comparing }) {
      const sealed = secrets.seal(JSON.stringify({ limits, seq, history, checked, comparing }), sealing);
      rev = await target.writeLocal(name, { ...own, sealed }, rev);
    },
  };
}

/** Null = another key sealed it. */
function opened(secrets: Secrets, sealed: string, sealing: string): z.output<typeof sealedPlace> | 'forged' | null {
  try {
    return sealedPlace.parse(JSON.parse(secrets.unseal(sealed, sealing)));
  } catch (error) {
    if (error instanceof UnsealError) return error.reason === 'unknown_key' ? null : 'forged';
    throw error;
  }
}

async function requireOwn({ organisation, mirror: id }: Stored, db: Db, mirror: MirrorTable): Promise<void> {
  if (id === mirror.id) return;
  const others = await listMirrors(db, mirror.org_id);
  if (organisation !== mirror.org_id || others.some((other) => other.id === id)) throw new MirrorError('taken');
}

/** Whether the feed still leads from there to its end: the same history, and no tombstone that was deleted meanwhile. */
async function isFollowable(
  db: Db,
  orgId: string,
  { seq, history }: Place,
  feed: Pick<FeedTable, 'seq'>,
): Promise<boolean> {
  if (history.seq > feed.seq) return false;
  const head = (await headAt(db, orgId, history.seq))?.head ?? noHistory;
  return head === history.head && (await staleScopes(db, orgId, seq, null)).length === 0;
}

function limitsOf({ kinds, project_ids, attachments }: MirrorTable): string {
  return hash('sha256', JSON.stringify([shape, kinds, project_ids, attachments]));
}
