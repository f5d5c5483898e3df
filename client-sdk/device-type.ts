/** The public interface of a device. Reading and writing never wait for a network; automatic sync or `sync()` sends and receives changes. */
import type { Observable } from 'rxjs';
import type * as z from 'zod';
import type { Json, JsonObject } from '../shared/base/json.ts';
import type { ComplianceResult } from '../shared/compliance/check.ts';
import type { Settings } from '../shared/model/settings.ts';
import type { EntryKind } from '../shared/resources/entry-kinds.ts';
import type { Resolution } from '../shared/resources/conflict.ts';
import type { documentActions } from '../shared/resources/document/actions.ts';
import type { Briefing } from './write/brief.ts';
import type { SyncSummary } from './sync/sync-cycle.ts';
import type { Shown } from './view/kinds.ts';
import type { LogOutOptions } from './log-out.ts';
import type { Outbox } from './outbox.ts';
import type { ReportArguments } from './write/report.ts';
import type { PermitView } from './permits.ts';
import type { PhotoArguments } from './base/waiting-photo.ts';
import type { Photos } from './sync/photos.ts';
import type { Pictures } from './sync/pictures.ts';
import type { SignArguments } from './write/sign.ts';
import type { Status } from './sync/status.ts';
import type { EditView, EntryView, MemberView, ReadView } from './views.ts';

/** Kinds whose records have actions. */
export type ActingKind = 'document' | 'signoff' | 'conflict' | 'incident';

/** The arguments of a decision on a document under review. */
export type Decision<Action extends 'approve' | 'reject'> = Readonly<
  z.input<ReturnType<(typeof documentActions)[Action]['args']>>
>;

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
  /** Who is expected to sign a document beside the people that it names, and who is not here any more. */
  readonly crew: MemberView<'crew_member'>;
  readonly conflicts: ReadView<'conflict'>;
  /** Files that the server made; one is old when `stale` says since when, and because of what. */
  readonly exports: ReadView<'export'>;
  readonly permits: PermitView;
  readonly workers: ReadView<'worker'>;
  /** Names of injured people are hidden unless the token may see them. */
  readonly incidents: ReadView<'incident'>;

  /** Copies of photos that the server has, for documents that show them without a network. */
  readonly pictures: Pick<Pictures, 'read' | 'keep'>;
  /** Photos that the server does not have yet. */
  readonly photos: Pick<Photos, 'list' | 'watch' | 'discard' | 'dropUnused' | 'resend'>;
  /** Changes that wait for the server or were refused by it. */
  readonly outbox: Outbox;

  /** Emits the current status at once. */
  readonly status$: Observable<Status>;
  readonly status: Status;
  /** What follows of the organisation, at once and again when the server says something else, which it does while the device syncs. */
  readonly organisation$: Observable<Pick<Device, 'settings' | 'locale' | 'timezone'>>;
  /** The organisation's settings as the server last said them; the defaults before. */
  readonly settings: Settings;
  /** The language that the organisation writes in (BCP 47), as the server last said it; null = not said. */
  readonly locale: string | null;
  /** The time zone of the organisation (IANA), by which its days begin, as the server last said it; null = not said: UTC. */
  readonly timezone: string | null;
  /** Identifies this replica in its commands and sign-offs. */
  readonly deviceId: string;
  /** Ids of the actors under whose tokens this replica has worked, as the server said; the latest last. */
  readonly actorIds: readonly string[];

  /**
   * Records a worker's sign-off of one approved version. Returns its id once it is stored. Throws a Problem: `document_not_approved`,
   * `version_not_approved`, `validation_failed`.
   */
  sign(request: SignArguments): Promise<string>;
  /**
   * Reports an incident, a near-miss or an observation; the time is now unless it is given. Returns its id once it is stored; it is sent
   * before all edits. Throws a Problem: `validation_failed`, `reference_unknown`.
   */
  reportIncident(request: ReportArguments): Promise<string>;
  /**
   * Adds a photo of a site, which is uploaded when nothing else waits. Returns its id once it is stored. Throws a Problem
   * (`validation_failed`, `payload_too_large`, `reference_unknown`) or StorageError.
   */
  addPhoto(request: PhotoArguments): Promise<string>;
  /**
   * Approves what this replica shows now. If it has changed by the time the decision arrives, the server refuses it as `stale_version`,
   * and it waits in the outbox. `content_hash` and `version` = what the screen showed, if that was something else.
   */
  approve(documentId: string, decision?: Decision<'approve'>): Promise<void>;
  /** Rejects what this replica shows now, as `approve` does. */
  reject(documentId: string, decision: Decision<'reject'>): Promise<void>;
  /** Submits a draft for review. Throws `invalid_transition` if it is not a draft. */
  submitForReview(
    documentId: string,
    request?: { readonly reviewer_id?: string; readonly notes?: string },
  ): Promise<void>;
  /**
   * Resolves a conflict: `keep` the current value, `take` the other one, `merge` by its proposal, or `write` another. The change is an edit
   * of the value that the conflict shows: what was written since is merged, or becomes a new conflict. If it is refused, the conflict
   * stays open.
   */
  resolveConflict(conflictId: string, resolution: Resolution, value?: Json): Promise<void>;
  /** Any other action, such as `withdraw` of a document or `void` of a sign-off. */
  act(kind: ActingKind, id: string, action: string, args?: JsonObject): Promise<void>;
  /** `ids` must name every entry of the kind exactly once, else throws `order_mismatch`. */
  reorder(documentId: string, kind: EntryKind, ids: readonly string[]): Promise<void>;
  /** Checks the document against the compliance rules, offline; throws `not_found`. */
  checkCompliance(documentId: string): Promise<ComplianceResult>;
  /** What a worker reads before signing, with the statement in `language`; throws `document_not_approved`. */
  brief(documentId: string, language?: string): Promise<Briefing>;
  /** The current version, or undefined if nothing is approved. */
  approvedVersion(documentId: string): Promise<Shown<'version'> | undefined>;

  /** Pushes and pulls everything. Throws a SyncError if it does not complete; everything is kept. */
  sync(): Promise<SyncSummary>;
  /**
   * Evicts records beyond the limits of `keep`, as every sync does; unsent and refused work, and what it depends on, stays. Returns the
   * number of evicted records.
   */
  evict(): Promise<number>;
  /**
   * Removes the replica from this device and closes it. Throws UnsentWorkError if there is unsent or refused work, unless it is exported
   * or given up. With `keep` the outbox stays, and continues under the same `name` with the next token.
   */
  logOut(options?: LogOutOptions): Promise<void>;
  /**
   * Verifies by checksum that the replica holds exactly what the server holds: true if it did; false if it did not, and was fetched
   * again; null if `keep` evicted something. Throws a SyncError.
   */
  verify(): Promise<boolean | null>;
  /** Starts automatic sync. */
  start(): void;
  /** Stops automatic sync; a running cycle completes. */
  stop(): void;
  /** Replaces the token by another of the same organisation; what is under way begins again with it. Restarts sync that a refused token stopped. */
  useToken(token: string): void;
  /** Stores every change begun before and ends all activity, so that a Node process can exit. */
  close(): Promise<void>;
}
