/** What a tablet's process can be asked over its IPC channel, and what it answers: JSON both ways. */
import type { OutboxItem, SignArguments, SyncSummary } from '../../client-sdk/index.ts';
import type { JsonObject } from '../../shared/base/json.ts';

export interface TabletSettings {
  readonly server: string;
  readonly token: string;
  /** The SQLite file that survives a kill. */
  readonly file: string;
  readonly deviceId: string;
  readonly label: string;
}

export interface Orders {
  readonly open: { readonly asks: TabletSettings; readonly answers: Standing };
  readonly standing: { readonly asks: null; readonly answers: Standing };
  /** One exchange now, as when somebody taps “sync”. */
  readonly sync: { readonly asks: null; readonly answers: SyncSummary };
  readonly brief: {
    readonly asks: { readonly document_id: string; readonly language: string };
    readonly answers: { readonly version: number; readonly rebrief_required: boolean; readonly statement: string };
  };
  readonly sign: { readonly asks: SignArguments; readonly answers: string };
  readonly signoffs: { readonly asks: { readonly document_id: string }; readonly answers: readonly ShownSignoff[] };
  readonly hazard: { readonly asks: { readonly id: string }; readonly answers: JsonObject | null };
  readonly editHazard: { readonly asks: { readonly id: string; readonly fields: JsonObject }; readonly answers: null };
  readonly refused: { readonly asks: null; readonly answers: readonly OutboxItem[] };
  readonly discard: { readonly asks: { readonly id: string }; readonly answers: readonly string[] };
  readonly conflicts: { readonly asks: { readonly document_id: string }; readonly answers: readonly JsonObject[] };
  /** Answers once this replica shows the document in this state. */
  readonly awaitVersion: {
    readonly asks: { readonly document_id: string; readonly version: number };
    readonly answers: number;
  };
  readonly awaitStatus: {
    readonly asks: { readonly document_id: string; readonly status: string };
    readonly answers: null;
  };
  /** `kind id rev` of every record, sorted. */
  readonly revisions: { readonly asks: null; readonly answers: readonly string[] };
  readonly close: { readonly asks: null; readonly answers: null };
}
export type Order = keyof Orders;

export interface Standing {
  readonly deviceId: string;
  readonly online: boolean;
  readonly waiting: number;
  readonly refused: number;
  readonly records: number;
  /** Tablet minus server, as well as the tablet knows it. */
  readonly clockOffsetMs: number | null;
}

interface ShownSignoff {
  readonly id: string;
  readonly worker: string;
  readonly version: number | null;
  readonly unsent: boolean;
  /** As the tablet believes the server's clock to stand. */
  readonly capturedAt: string | null;
}

export interface Asked {
  readonly number: number;
  readonly order: Order;
  readonly asks: unknown;
}

export interface Answered {
  readonly number: number;
  readonly value?: unknown;
  /** `code` of a Problem, `fault` of a SyncError. */
  readonly fault?: { readonly code: string; readonly message: string };
}
