/**
 * The point of the organisation's history that each answer to a push names, sealed. A device names the last one in what it asks next: a
 * server that lacks it was restored from a copy since, and has lost what it answered (contract, Sync, SY90).
 */
import { historyChanged, historyPointOf, openCursor, requireHistory, sealCursor } from '../http/history.ts';
import type { Db } from '../store/engine/db.ts';
import { readFeed } from '../store/records/feed.ts';
import type { CursorSeal } from './cursor.ts';

type Sealed = readonly [seq: number, head: string];

export async function currentPoint(db: Db, { key, organisationId }: CursorSeal): Promise<string> {
  const { seq, head } = historyPointOf(await readFeed(db, organisationId));
  return sealCursor(JSON.stringify([seq, head] satisfies Sealed), key, useOf(organisationId));
}

/** Throws `history_changed`. Null = nothing was answered yet. */
export async function requirePoint(db: Db, point: string | null, { key, organisationId }: CursorSeal): Promise<void> {
  if (point === null) return;
  const text = openCursor(point, key, useOf(organisationId));
  if (text === undefined) throw historyChanged();
  const [seq, head] = JSON.parse(text) as Sealed; // verified, so it was written above
  await requireHistory(db, organisationId, { seq, head });
}

function useOf(organisationId: string): string {
  return JSON.stringify(['push', organisationId]);
}
