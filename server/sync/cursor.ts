/**
 * The pull cursor: opaque to devices, for us a place in the feed. Form 1 says how far in one history; form 2 beside it which scopes are
 * covered, and which one is being brought afresh (contract, Sync).
 */

export interface Place {
  readonly epoch: string;
  /** All that is covered has been read up to here. */
  readonly seq: number;
  /** Scopes that the device holds; null = all of them. */
  readonly covered: readonly string[] | null;
  /** Scopes that have to be brought afresh, though they were held before. */
  readonly resync: readonly string[];
  /** The scope that is being brought: what it holds at `seq`, read up to `at`. */
  readonly snapshotProgress: { readonly scope: string; readonly at: number } | null;
  /** Tombstones swept up to here have been allowed for. */
  readonly floor: number;
}

export function startOf(epoch: string): Place {
  return { epoch, seq: 0, covered: null, resync: [], snapshotProgress: null, floor: 0 };
}

export function writeCursor({ epoch, seq, covered, resync: afresh, snapshotProgress: filling, floor }: Place): string {
  if (covered === null && afresh.length === 0 && filling === null && floor <= seq)
    return Buffer.from(`1.${seq}.${epoch}`).toString('base64url');
  const more = [
    covered === null ? '*' : packed(covered),
    packed(afresh),
    filling ? `${packed([filling.scope])}@${filling.at}` : '',
    floor > seq ? floor : '',
  ];
  return Buffer.from(`2.${seq}.${epoch}.${more.join('.')}`).toString('base64url');
}

/** Null for anything that this server did not write; the device then starts afresh. */
export function readCursor(cursor: string | null): Place | null {
  const parts = Buffer.from(cursor ?? '', 'base64url')
    .toString()
    .split('.');
  const [form, seq, epoch, covered, resync, snapshotProgress, floor] = parts;
  if (!seq || !epoch || !isNumber(seq)) return null;
  const place = { ...startOf(epoch), seq: Number(seq) };
  if (form === '1') return place;
  if (
    form !== '2' ||
    covered === undefined ||
    resync === undefined ||
    snapshotProgress === undefined ||
    floor === undefined
  )
    return null;
  const held = covered === '*' ? null : unpacked(covered);
  const again = unpacked(resync);
  const [scope = '', at = ''] = snapshotProgress.split('@');
  const filled = snapshotProgress === '' ? null : unpacked(scope)?.[0];
  if (held === undefined || again === undefined || filled === undefined || (floor !== '' && !isNumber(floor)))
    return null;
  if (filled !== null && !isNumber(at)) return null;
  return {
    ...place,
    covered: held,
    resync: again,
    snapshotProgress: filled === null ? null : { scope: filled, at: Number(at) },
    floor: Number(floor),
  };
}

function isNumber(text: string): boolean {
  return /^\d{1,15}$/.test(text);
}

/** Ids are UUIDs: 22 characters each; the whole organisation is a `-`. */
function packed(scopes: readonly string[]): string {
  return scopes
    .map((scope) => (scope === '' ? '-' : Buffer.from(scope.replaceAll('-', ''), 'hex').toString('base64url')))
    .join('~');
}

function unpacked(text: string): string[] | undefined {
  if (text === '') return [];
  const scopes = text.split('~').map((word) => {
    if (word === '-') return '';
    const hex = Buffer.from(word, 'base64url').toString('hex');
    return hex.length === 32 ? hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : null;
  });
  return scopes.every((scope) => scope !== null) ? scopes : undefined;
}
