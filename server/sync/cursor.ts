/**
 * The pull cursor: opaque to devices, sealed, and for the server a place in the feed: how far, in which history, which scopes are covered,
 * and which one is being sent as a snapshot (contract, Sync).
 */
import * as z from 'zod';
import { historyChanged, openCursor, sealCursor, type HistoryPoint } from '../http/history.ts';

export interface Place {
  /** Everything covered has been read up to here. */
  readonly seq: number;
  /** Where the feed ended when the page was read. */
  readonly history: HistoryPoint;
  /** What the actor may read of each record. With another view, the replica does not fit any more. */
  readonly view: string;
  /** Scopes that the device holds; null = all of them. */
  readonly covered: readonly string[] | null;
  /** Scopes that have to be sent again, although the device held them. */
  readonly resync: readonly string[];
  /** The scope that is being sent: its content at `seq`, read up to `at`. */
  readonly snapshotProgress: { readonly scope: string; readonly at: number } | null;
  /** Tombstones swept up to here have been allowed for. */
  readonly floor: number;
}

export interface CursorSeal {
  readonly key: Uint8Array;
  readonly organisationId: string;
}

export function startOfFeed(view: string, history: HistoryPoint): Place {
  return { seq: 0, history, view, covered: null, resync: [], snapshotProgress: null, floor: 0 };
}

const count = z.int().nonnegative();
const scopes = z.string().transform(unpacked);
const wire = z.tuple([count, count, z.string(), z.string(), scopes.nullable(), scopes, scopes, count, count]);

export function writeCursor(place: Place, { key, organisationId }: CursorSeal): string {
  const { seq, history, view, covered, resync, snapshotProgress, floor } = place;
  const values: z.input<typeof wire> = [
    seq,
    history.seq,
    history.head,
    view,
    covered && packed(covered),
    packed(resync),
    packed(snapshotProgress ? [snapshotProgress.scope] : []),
    snapshotProgress?.at ?? 0,
    floor,
  ];
  return sealCursor(JSON.stringify(values), key, useOf(organisationId));
}

/** Throws `history_changed` for anything that this server did not write for the organisation. */
export function readCursor(cursor: string, { key, organisationId }: CursorSeal): Place {
  const text = openCursor(cursor, key, useOf(organisationId));
  if (text === undefined) throw historyChanged();
  const [seq, historySeq, head, view, covered, resync, [scope], at, floor] = wire.parse(JSON.parse(text));
  return {
    seq,
    history: { seq: historySeq, head },
    view,
    covered,
    resync,
    snapshotProgress: scope === undefined ? null : { scope, at },
    floor,
  };
}

function useOf(organisationId: string): string {
  return JSON.stringify(['pull', organisationId]);
}

/** UUIDs as 22 characters each; the whole organisation is a `-`. */
function packed(names: readonly string[]): string {
  return names
    .map((name) => (name === '' ? '-' : Buffer.from(name.replaceAll('-', ''), 'hex').toString('base64url')))
    .join('~');
}

function unpacked(text: string): string[] {
  if (text === '') return [];
  return text.split('~').map((word) => {
    if (word === '-') return '';
    const hex = Buffer.from(word, 'base64url').toString('hex');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  });
}
