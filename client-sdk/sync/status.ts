/** How things stand between device and server, for the line that every screen shows. */
import { BehaviorSubject, combineLatest, distinctUntilChanged, map, type Observable } from 'rxjs';
import type { Journal, JournalView } from '../disk/journal.ts';
import type { ReplicaMetadata } from '../disk/replica-metadata.ts';
import { isUnanswered } from '../disk/outbox-command.ts';
import type { WaitingPhoto } from './photos.ts';
import type { StorageFault } from '../base/storage-error.ts';
import type { SyncError } from '../base/sync-error.ts';

/** `offline` = the last exchange failed and is tried again; `stopped` = nothing is tried until somebody acts. */
export type Phase = 'idle' | 'pushing' | 'pulling' | 'offline' | 'stopped';

export interface Status {
  readonly phase: Phase;
  /** The last exchange succeeded; says more than whether there is a network. */
  readonly online: boolean;
  /** Changes that the server has not answered, and photos that it does not have. */
  readonly waiting: number;
  /** Changes and photos that it does not take. */
  readonly refused: number;
  /** Of those that wait, the photos. */
  readonly photos: number;
  /** Device's clock at the last page that came. */
  readonly lastSyncAt: string | null;
  /** Device clock minus server clock; positive = the device is ahead. */
  readonly clockOffsetMs: number | null;
  readonly cursor: string | null;
  /** When the replica was last found to be what the server holds, by the device's clock; null = that is still to be proved. */
  readonly verifiedAt: string | null;
  /** How often it was found to differ, and was fetched again. */
  readonly mismatches: number;
  /** `app_too_old` = nothing more is read until the app is updated; what was done here is still sent. */
  readonly schema: 'ok' | 'app_too_old';
  /** Projects that the token reaches, as the server last said; null = the whole organisation, undefined = nobody has said it. */
  readonly grants: readonly string[] | null | undefined;
  /** Why the last exchange failed. */
  readonly problem: SyncError | null;
  /** Whether the device's own storage takes what is written: `full` and `failed` say that the latest change was not kept. */
  readonly storage: 'ok' | StorageFault;
  /** Whether the browser has promised to keep the storage; null = nobody has asked it yet, or there is nobody to ask. */
  readonly persisted: boolean | null;
  /** Records of the server that are held here; null before they were counted. */
  readonly rows: number | null;
  /** Ids of the documents that `keep` left out, with all that belongs to them; the server has them. */
  readonly leftOut: readonly string[];
  /** What the browser says that the page takes up, roughly; null where it says nothing. */
  readonly bytes: number | null;
}

export type StorageStatus = Pick<Status, 'storage' | 'persisted' | 'rows' | 'bytes'>;

/** Where the replica lives, as far as it is known. */
export function newStorageStatus(): BehaviorSubject<StorageStatus> {
  return new BehaviorSubject<StorageStatus>({ storage: 'ok', persisted: null, rows: null, bytes: null });
}

export interface SyncState {
  readonly phase: Phase;
  readonly online: boolean;
  readonly problem: SyncError | null;
}

/** What only this run knows, beside what the journal remembers. */
export function newSyncState(): BehaviorSubject<SyncState> {
  return new BehaviorSubject<SyncState>({ phase: 'idle', online: false, problem: null });
}

const nothing: readonly string[] = Object.freeze([]);

/** `schema` = of this app. */
export function statusOf(
  { state, commands }: JournalView,
  line: SyncState,
  space: StorageStatus,
  schema: number,
  photos: readonly WaitingPhoto[],
): Status {
  const waitingPhotos = photos.filter(({ refused }) => refused === null).length;
  return Object.freeze({
    ...line,
    ...space,
    waiting: commands.filter(isUnanswered).length + waitingPhotos,
    refused: commands.filter((entry) => entry.state === 'refused').length + photos.length - waitingPhotos,
    photos: waitingPhotos,
    lastSyncAt: state.last_sync_at,
    clockOffsetMs: state.clock_offset_ms,
    cursor: state.cursor,
    verifiedAt: state.verified_at,
    mismatches: state.mismatches,
    grants: state.grants?.projects,
    leftOut: state.kept?.left_out ?? nothing,
    schema: isTooOld(state, line, schema) ? 'app_too_old' : 'ok',
  });
}

function isTooOld({ min_pull, schema: stored }: ReplicaMetadata, { problem }: SyncState, schema: number): boolean {
  return problem?.fault === 'too_old' || stored > schema || (min_pull ?? 0) > schema;
}

export function watchStatus(
  journal: Journal,
  line: Observable<SyncState>,
  space: Observable<StorageStatus>,
  schema: number,
  photos: Observable<readonly WaitingPhoto[]>,
): Observable<Status> {
  return combineLatest([journal.view$, line, space, photos]).pipe(
    map(([view, now, room, files]) => statusOf(view, now, room, schema, files)),
    distinctUntilChanged(same),
  );
}

function same(a: Status, b: Status): boolean {
  return (Object.keys(a) as (keyof Status)[]).every((member) => a[member] === b[member]); // keys of the value itself
}
