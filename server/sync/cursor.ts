/**
 * The pull cursor: opaque to devices, for the server a place in the feed: how far, which scopes are covered, and which one is being sent
 * as a snapshot (contract, Sync).
 */
import * as z from 'zod';

export interface Place {
  readonly epoch: string;
  /** Everything covered has been read up to here. */
  readonly seq: number;
  /** Scopes that the device holds; null = all of them. */
  readonly covered: readonly string[] | null;
  /** Scopes that have to be sent again, although the device held them. */
  readonly resync: readonly string[];
  /** The scope that is being sent: its content at `seq`, read up to `at`. */
  readonly snapshotProgress: { readonly scope: string; readonly at: number } | null;
  /** Tombstones swept up to here have been allowed for. */
  readonly floor: number;
}

export function startOfFeed(epoch: string): Place {
  return { epoch, seq: 0, covered: null, resync: [], snapshotProgress: null, floor: 0 };
}

const count = z.int().nonnegative();
const scopes = z.string().transform(unpacked);
const wire = z.tuple([z.literal(1), count, z.string().min(1), scopes.nullable(), scopes, scopes, count, count]);

export function writeCursor({ epoch, seq, covered, resync, snapshotProgress, floor }: Place): string {
  const snapshot = snapshotProgress ? [snapshotProgress.scope] : [];
  const values: z.input<typeof wire> = [
    1,
    seq,
    epoch,
    covered && packed(covered),
    packed(resync),
    packed(snapshot),
    snapshotProgress?.at ?? 0,
    floor,
  ];
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** Null for anything that this server did not write; the device then starts from the beginning. */
export function readCursor(cursor: string | null): Place | null {
  try {
    const [, seq, epoch, covered, resync, [scope], at, floor] = wire.parse(
      JSON.parse(Buffer.from(cursor ?? '', 'base64url').toString()),
    );
    return { epoch, seq, covered, resync, snapshotProgress: scope === undefined ? null : { scope, at }, floor };
  } catch {
    return null;
  }
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
    if (hex.length !== 32) throw new Error('not a scope');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  });
}
