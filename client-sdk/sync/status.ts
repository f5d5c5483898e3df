/** The state of device and sync, for the status line of every screen. */
import { combineLatest, distinctUntilChanged, map, type BehaviorSubject, type Observable } from 'rxjs';
import type { Journal } from '../disk/journal.ts';
import type { WaitingPhoto } from '../base/waiting-photo.ts';
import type { StorageFault } from '../base/storage-error.ts';
import type { SyncError } from '../base/sync-error.ts';

/**
 * `offline` = the last sync failed and is tried again; `waiting` = so too, but not before the server wants it (`problem.retryAfterMs`);
 * `stopped` = nothing is tried until the app asks for it.
 */
export type Phase = 'idle' | 'pushing' | 'pulling' | 'offline' | 'waiting' | 'stopped';

export interface SyncState {
  readonly phase: Phase;
  /** The last sync succeeded; says more than whether there is a network. */
  readonly online: boolean;
  /** Why the last sync failed, or what it had to leave out. */
  readonly problem: SyncError | null;
}

export interface StorageStatus {
  /** Whether the device's storage accepts writes: after `full` or `failed`, the latest change was not kept. */
  readonly storage: 'ok' | StorageFault;
  /** Whether the browser has promised to keep the storage; null = it was not asked yet, or cannot be. */
  readonly persisted: boolean | null;
  /** Records of the server held here; null before they were counted. */
  readonly rows: number | null;
  /** Bytes the page takes up by the browser's estimate; null if it gives none. */
  readonly bytes: number | null;
}

export interface Status extends SyncState, StorageStatus {
  /** Changes that the server has not answered, and photos that it does not have. */
  readonly waiting: number;
  /** Changes and photos that it refused. */
  readonly refused: number;
  /** The photos among `waiting`. */
  readonly photos: number;
  /** Device time of the last page received. */
  readonly lastSyncAt: string | null;
  /** The server's time then; null = not known. */
  readonly lastServerTime: string | null;
  /** Device clock minus server clock; positive = the device is ahead. */
  readonly clockOffsetMs: number | null;
  readonly cursor: string | null;
  /** Device time at which the replica last matched the server's checksums; null = not verified yet. */
  readonly verifiedAt: string | null;
  /** How often it did not match, and was fetched again. */
  readonly mismatches: number;
  /** `app_too_old` = nothing is pulled until the app is updated; local changes are still pushed. */
  readonly schema: 'ok' | 'app_too_old';
  /** Projects that the token is limited to; null = the whole organisation, undefined = not known yet. */
  readonly grants: readonly string[] | null | undefined;
  /** Ids of the documents that `keep` evicted, with all that belongs to them; the server has them. */
  readonly leftOut: readonly string[];
}

interface Sources {
  readonly journal: Journal;
  readonly sync$: BehaviorSubject<SyncState>;
  readonly storage$: BehaviorSubject<StorageStatus>;
  readonly photos$: BehaviorSubject<readonly WaitingPhoto[]>;
  /** Schema version of this app. */
  readonly schema: number;
}

const none: readonly string[] = Object.freeze([]);

export function statusNow({ journal, sync$, storage$, photos$, schema }: Sources): Status {
  const { state, commands } = journal.view$.value;
  const photos = photos$.value.filter(({ refused }) => refused === null).length;
  const isTooOld = sync$.value.problem?.fault === 'too_old' || state.schema > schema || (state.min_pull ?? 0) > schema;
  return Object.freeze({
    ...sync$.value,
    ...storage$.value,
    waiting: commands.waiting + photos,
    refused: commands.refused + photos$.value.length - photos,
    photos,
    lastSyncAt: state.last_sync_at,
    lastServerTime: state.last_server_time,
    clockOffsetMs: state.clock_offset_ms,
    cursor: state.cursor,
    verifiedAt: state.verified_at,
    mismatches: state.mismatches,
    grants: state.grants?.projects,
    leftOut: state.kept?.left_out ?? none,
    schema: isTooOld ? 'app_too_old' : 'ok',
  });
}

/** The status now and after each change of it. */
export function watchStatus(sources: Sources): Observable<Status> {
  const { journal, sync$, storage$, photos$ } = sources;
  return combineLatest([journal.view$, sync$, storage$, photos$]).pipe(
    map(() => statusNow(sources)),
    distinctUntilChanged(isSame),
  );
}

function isSame(a: Status, b: Status): boolean {
  return (Object.keys(a) as (keyof Status)[]).every((member) => a[member] === b[member]); // keys of the value itself
}
