/**
 * A device: the whole replica behind one object. Reading and writing never wait for a network; `sync()`, or the automatic exchange,
 * carries changes up and down (contract, Devices).
 */
import type { Observable } from 'rxjs';
import type { Json, JsonObject } from '../shared/base/json.ts';
import type { ComplianceResult } from '../shared/compliance/check.ts';
import type { EntryKind } from '../shared/resources/entry-kinds.ts';
import type { Resolution } from '../shared/resolve-conflict.ts';
import type { Briefing } from './write/brief.ts';
import type { SyncSummary } from './sync/sync-cycle.ts';
import type { Shown } from './view/kinds.ts';
import type { LogOutOptions } from './log-out.ts';
import type { Outbox } from './outbox.ts';
import type { ReportArguments } from './write/report.ts';
import type { PermitView } from './permits.ts';
import type { PhotoArguments, Photos } from './sync/photos.ts';
import type { SignArguments } from './write/sign.ts';
import type { Status } from './sync/status.ts';
import type { EditView, EntryView, ReadView } from './views.ts';

/** Kinds whose records have actions beside editing. */
export type ActingKind = 'document' | 'signoff' | 'conflict' | 'incident';

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
  readonly permits: PermitView;
  readonly workers: ReadView<'worker'>;
  /** Without the names of those who were hurt, unless the token is of somebody who deals with them. */
  readonly incidents: ReadView<'incident'>;

  /** Photos that the server does not have yet; `discard` and `resend`. */
  readonly photos: Pick<Photos, 'list' | 'watch' | 'discard' | 'resend'>;
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
  /**
   * Reports an incident, a near-miss or an observation; the time is now unless it is said. Returns its id once it is stored, and goes
   * ahead of all edits when the network is back. Throws a Problem: `validation_failed`, `reference_unknown`.
   */
  reportIncident(request: ReportArguments): Promise<string>;
  /**
   * Keeps a photo of a site until the server has it, which may be long after; sent when nothing else waits. Returns its id once it is
   * stored. Throws a Problem: `validation_failed`, `payload_too_large`, `reference_unknown`; or StorageError.
   */
  addPhoto(request: PhotoArguments): Promise<string>;
  /** Hands the draft to a reviewer. Throws `invalid_transition` where it is not a draft. */
  submitForReview(
    documentId: string,
    request?: { readonly reviewer_id?: string; readonly notes?: string },
  ): Promise<void>;
  /**
   * Settles a conflict: `keep` the value that stands, `take` the other one, or `write` a third. What it changes in the record is an edit
   * like any other; where that is refused, the conflict stays open.
   */
  resolveConflict(conflictId: string, resolution: Resolution, value?: Json): Promise<void>;
  /** Any other action of a kind, such as `withdraw` of a document, `void` of a sign-off. */
  act(kind: ActingKind, id: string, action: string, args?: JsonObject): Promise<void>;
  /** `ids` names every entry of the kind exactly once, else `order_mismatch`. */
  reorder(documentId: string, kind: EntryKind, ids: readonly string[]): Promise<void>;
  /** The 27 rules over the document as it stands here, with no network; throws `not_found`. */
  checkCompliance(documentId: string): Promise<ComplianceResult>;
  /** What to show a worker before he signs, with the statement in his language; throws `document_not_approved`. */
  brief(documentId: string, language?: string): Promise<Briefing>;
  /** The version that counts now, or undefined where nothing is approved. */
  approvedVersion(documentId: string): Promise<Shown<'version'> | undefined>;

  /** One full exchange: everything up, everything down. Throws a SyncError and keeps everything where it does not get through. */
  sync(): Promise<SyncSummary>;
  /**
   * Cuts the replica down to the limits of `keep`, as every exchange does by itself; unsent and refused work, and what it builds on, stays.
   * Returns the number of records that went from here.
   */
  evict(): Promise<number>;
  /**
   * Leaves nothing of the replica on this device and closes it; never work that the server has not taken, unless it is exported or given
   * up. With `keep` only the outbox stays, and goes on under the same `name` with the next token. Throws UnsentWorkError.
   */
  logOut(options?: LogOutOptions): Promise<void>;
  /**
   * Proves that the replica holds exactly what the server holds: true where it did; false where it did not, and has been fetched again.
   * Null where it holds less on purpose. Throws a SyncError.
   */
  verify(): Promise<boolean | null>;
  /** Begins to exchange by itself. */
  start(): void;
  /** Ends that; what is under way comes to its end. */
  stop(): void;
  /** Another bearer token of the same organisation, from the next request on; exchange that a refused token had ended begins again. */
  useToken(token: string): void;
  /** Ends everything; all that was written is stored. A Node process can then end by itself. */
  close(): Promise<void>;
}
