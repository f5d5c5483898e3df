/**
 * Follower: checks the store against its audit log (contract, Integrity), a little every second, once a day, in one process at a time.
 * The file of the database is checked at each start too. What was found is kept for `/readyz`, `/metrics` and the log. A server that is
 * stopped meanwhile begins anew after its next start.
 */
import type { Log } from '../base/log.ts';
import { checkStore, type Checked, type StoreCheck } from '../integrity/check-store.ts';
import { isDamage } from '../store/integrity/damage.ts';
import { quickCheck } from '../store/integrity/quick-check.ts';
import { noteChecked, readIntegrity, type Found } from '../store/integrity/results.ts';
import type { Store } from '../store/store.ts';
import { openLeasedCheck } from './integrity/leased-check.ts';
import { openPollLoop, type PollLoop } from './poll-loop.ts';

export interface IntegrityState {
  /** `unknown` = not checked yet. `damaged` makes the server unready: what it would serve may be wrong. */
  readonly status: 'unknown' | 'sound' | 'damaged';
  /** RFC 3339; null = never. */
  readonly checked_at: string | null;
  readonly faults: number;
  readonly warnings: number;
}

export interface IntegrityFollower extends PollLoop {
  readonly state: () => Promise<IntegrityState>;
  /** Checks everything now, whenever the last check was. */
  readonly checkNow: () => Promise<IntegrityState>;
}

export interface IntegrityOptions extends Checked {
  readonly store: Store;
  /** ms since 1970 */
  readonly now: () => number;
  readonly newId: () => string;
  readonly log: Log;
  /** Between two checks; 0 = none but that of the file at the start. */
  readonly everyHours: number;
}

const tickMs = 1_000;

export function openIntegrityFollower(options: IntegrityOptions): IntegrityFollower {
  const { store, blobs, now, newId, log, everyHours } = options;
  let brokenFile: readonly string[] | null = null;
  /** Of this process, which may not have been able to note it. */
  let own: Found = { finished_at: null, faults: 0, warnings: 0 };
  const leased = openLeasedCheck({ store, blobs, now, newId, everyHours, finish });

  async function round(isClosed: () => boolean): Promise<number> {
    if (brokenFile === null) await checkFile();
    return await leased.work(isClosed);
  }

  async function checkFile(): Promise<void> {
    brokenFile = await quickCheck(store);
    if (brokenFile.length > 0) log.error({ problems: brokenFile }, 'the database file is damaged');
  }

  async function finish({ findings: { faults, warnings, list }, progress }: StoreCheck): Promise<void> {
    const problems = list.slice(0, 20).map(({ problem }) => problem);
    if (faults > 0) log.error({ faults, warnings, problems }, 'the store does not match its audit log');
    else if (warnings > 0) log.warn({ warnings, problems }, 'the integrity check has warnings');
    else log.info({ ...progress }, 'the store matches its audit log');
    brokenFile = list.filter(({ what }) => what === 'database').map(({ problem }) => problem);
    own = { finished_at: new Date(now()).toISOString(), faults, warnings };
    await store.transaction((trx) => noteChecked(trx, own));
  }

  async function state(): Promise<IntegrityState> {
    const isBroken = brokenFile !== null && brokenFile.length > 0;
    try {
      const noted = await readIntegrity(store.db);
      const {
        finished_at: checked_at,
        faults,
        warnings,
      } = (noted.finished_at ?? '') < (own.finished_at ?? '') ? own : noted;
      const status = isBroken || faults > 0 ? 'damaged' : checked_at === null ? 'unknown' : 'sound';
      return { status, checked_at, faults: Math.max(faults, isBroken ? 1 : 0), warnings };
    } catch (error) {
      if (!isDamage(error)) throw error;
      return { status: 'damaged', checked_at: null, faults: 1, warnings: 0 };
    }
  }

  async function checkNow(): Promise<IntegrityState> {
    const check = checkStore({ store, blobs }, now());
    for await (const _step of check.steps);
    // A damaged file may not take the note.
    await finish(check).catch((error: unknown) => log.error({ err: error }, 'the result could not be noted'));
    return await state();
  }

  const failed = (error: unknown): void => log.error({ err: error }, 'the integrity check failed');
  const loop = openPollLoop({ round, everyMs: tickMs, failed });
  const close = async (): Promise<void> => {
    await loop.close();
    await leased.stop();
  };
  return { ...loop, close, state, checkNow };
}
