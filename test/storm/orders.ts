/** What a storm asks of the process of a tablet, and what that answers. */
import type { ConfirmedRow } from '../../client-sdk/disk/database.ts';

export interface TabletSettings {
  readonly file: string;
  readonly server: string;
  readonly token: string;
  /** Its clock, compared with the machine's. */
  readonly aheadMs: number;
}

/** What a tablet acknowledged: a word that nobody else writes, and where it has to be found. */
export interface Work {
  readonly word: string;
  /** `record` = a new one; `member` = of a list of the record; `line` = of a text; `decision` = on a version; `removal` = of the record. */
  readonly shape: 'record' | 'member' | 'line' | 'decision' | 'removal';
  readonly record: string;
  /** Of a decision: the title on the screen. Of a removal: the record as it was there. */
  readonly seen?: string;
}

export interface OutboxLine {
  readonly state: string;
  readonly record: string;
  readonly text: string;
  readonly reason: string;
}

export interface Calm {
  /** Why the exchange did not complete. */
  readonly fault: string | null;
  readonly waiting: number;
  readonly pulled: number;
}

export type Row = Pick<ConfirmedRow, 'id' | 'kind' | 'rev' | 'body'>;

export interface Orders {
  readonly open: { readonly asks: TabletSettings; readonly answers: null };
  /** Null = there was nothing to do it to, or the rules forbade it on the spot. */
  readonly move: {
    readonly asks: { readonly name: string; readonly word: string; readonly draw: number };
    readonly answers: Work | null;
  };
  readonly online: { readonly asks: boolean; readonly answers: null };
  readonly sync: { readonly asks: null; readonly answers: Calm };
  readonly token: { readonly asks: string; readonly answers: null };
  readonly clock: { readonly asks: number; readonly answers: null };
  readonly export: { readonly asks: null; readonly answers: string };
  readonly import: { readonly asks: string; readonly answers: null };
  readonly verify: { readonly asks: null; readonly answers: boolean | null };
  readonly outbox: { readonly asks: null; readonly answers: readonly OutboxLine[] };
  /** Keeps the outbox. The device is closed then. */
  readonly logOut: { readonly asks: null; readonly answers: null };
  /** Closes the device and reads its file. */
  readonly rows: { readonly asks: null; readonly answers: readonly Row[] };
  readonly close: { readonly asks: null; readonly answers: null };
}

export type OrderName = keyof Orders;
