/** The pull cursor: opaque to devices, for us the epoch of the history and a place in its feed. */

export interface Place {
  readonly epoch: string;
  readonly seq: number;
}

export function writeCursor({ epoch, seq }: Place): string {
  return Buffer.from(`1.${seq}.${epoch}`).toString('base64url');
}

/** Null for anything that this server did not write; the device then starts afresh. */
export function readCursor(cursor: string | null): Place | null {
  const [form, seq, epoch] = Buffer.from(cursor ?? '', 'base64url')
    .toString()
    .split('.');
  if (form !== '1' || !seq || !epoch || !/^\d{1,15}$/.test(seq)) return null;
  return { epoch, seq: Number(seq) };
}
