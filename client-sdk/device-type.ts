/**
 * A device: the whole replica behind one object. Reading and writing never wait for a network; `sync()`, or the automatic exchange,
 * carries changes up and down (contract, Devices).
 */
import type { Observable } from 'rxjs';
import type { JsonObject } from '../shared/json.ts';
import type { EntryKind } from '../shared/resources/entry-kinds.ts';
import type { Briefing } from './brief.ts';
import type { SyncSummary } from './exchange.ts';
import type { Shown } from './kinds.ts';
import type { Outbox } from './outbox.ts';
import type { SignArguments } from './sign.ts';
import type { Status } from './status.ts';
import type { EditView, EntryView, ReadView } from './views.ts';

/** Kinds whose records have actions beside editing. */
export type ActingKind = 'document' | 'signoff' | 'conflict';

export interface Device extends AsyncDisposable {
  readonly projects: EditView<'project'>;
  readonly sites: EditView<'site'>;
  readonly documents: EditView<'document'>;
  readonly sections: EntryView<'section'>;
  readonly hazards: EntryView<'hazard'>;
  readonly coshh: EntryView<'coshh'>;
  readonly personnel: EntryView<'personnel'>;
  readonly versions: ReadView<'version'>;
  readonly signoffs: ReadView<'signoff'>;
  readonly conflicts: ReadView<'conflict'>;

  /** What waits for the server and what it refused; `discard` and `resend`. */
  readonly outbox: Outbox;

  /** How things stand; the present value comes at once. */
  readonly status$: Observable<Status>;
  readonly status: Status;
  /** The replica's own name, under which the server counts its commands. */
  readonly clientId: string;

  /**
   * Records that the worker confirmed the briefing on exactly one approved version. Returns the sign-off's id once it is stored.
   * Throws a Problem: `document_not_approved`, `version_not_approved`, `validation_failed`.
   */
  sign(request: SignArguments): Promise<string>;
  /** Hands the draft to a reviewer. Throws `invalid_transition` where it is not a draft. */
  submitForReview(
    documentId: string,
    request?: { readonly reviewer_id?: string; readonly notes?: string },
  ): Promise<void>;
  /** Any other action of a kind, such as `withdraw` of a document, `void` of a sign-off, `settle` of a conflict. */
  act(kind: ActingKind, id: string, action: string, args?: JsonObject): Promise<void>;
  /** `ids` names every entry of the kind exactly once, else `order_mismatch`. */
  reorder(documentId: string, kind: EntryKind, ids: readonly string[]): Promise<void>;
  /** What to show a worker before he signs, with the statement in his language; throws `document_not_approved`. */
  brief(documentId: string, language?: string): Promise<Briefing>;
  /** The version that counts now, or undefined where nothing is approved. */
  approvedVersion(documentId: string): Promise<Shown<'version'> | undefined>;

  /** One full exchange: everything up, everything down. Throws a SyncError and keeps everything where it does not get through. */
  sync(): Promise<SyncSummary>;
  /** Begins to exchange by itself. */
  start(): void;
  /** Ends that; what is under way comes to its end. */
  stop(): void;
  /** Another bearer token of the same organisation, from the next request on; exchange that a refused token had ended begins again. */
  useToken(token: string): void;
  /** Ends everything; all that was written is stored. A Node process can then end by itself. */
  close(): Promise<void>;
}
