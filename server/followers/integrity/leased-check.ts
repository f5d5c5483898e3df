/** The check that this process is at, if it has the lease: begun when it is due, and worked on a little at each tick. */
import { checkStore, type Checked, type StoreCheck } from '../../integrity/check-store.ts';
import { leaseCheck, readIntegrity, renewCheck } from '../../store/integrity/results.ts';
import type { Store } from '../../store/store.ts';

export interface LeasedCheckOptions extends Checked {
  readonly store: Store;
  /** ms since 1970 */
  readonly now: () => number;
  readonly newId: () => string;
  /** Between two checks; 0 = none. */
  readonly everyHours: number;
  readonly finish: (check: StoreCheck) => Promise<void>;
}

export interface LeasedCheck {
  /** Returns the number of steps made; 0 = nothing is due. */
  work(isClosed: () => boolean): Promise<number>;
  /** Gives up the check; its lease runs out. */
  stop(): Promise<void>;
}

interface Running {
  readonly check: StoreCheck;
  readonly token: string;
  /** ms since 1970 */
  renewAt: number;
}

const hourMs = 3_600_000;
/** Of each tick, so that requests go first. */
const workMs = 50;
const leaseMs = 600_000;
/** A server that was just started has other things to do. */
const firstAfterMs = 300_000;

export function openLeasedCheck({ store, blobs, now, newId, everyHours, finish }: LeasedCheckOptions): LeasedCheck {
  const openedAt = now();
  let running: Running | null = null;
  const timeOf = (ms: number): string => new Date(ms).toISOString();

  async function begin(): Promise<Running | null> {
    if (everyHours === 0 || now() - openedAt < firstAfterMs) return null;
    const { finished_at: finishedAt, faults } = await readIntegrity(store.db);
    // After damage more often: somebody may have mended it.
    const dueBefore = timeOf(now() - (faults > 0 ? 1 : everyHours) * hourMs);
    if (finishedAt !== null && finishedAt >= dueBefore) return null;
    const token = newId();
    const lease = { token, now: timeOf(now()), until: timeOf(now() + leaseMs), dueBefore };
    if (!(await store.transaction((trx) => leaseCheck(trx, lease)))) return null;
    return { check: checkStore({ store, blobs }, now()), token, renewAt: now() + leaseMs / 2 };
  }

  /** False if another process has taken over. */
  async function renew(mine: Running): Promise<boolean> {
    mine.renewAt = now() + leaseMs / 2;
    if (await store.transaction((trx) => renewCheck(trx, mine.token, timeOf(now() + leaseMs)))) return true;
    await stop();
    return false;
  }

  async function step({ check }: Running): Promise<void> {
    try {
      if (!(await check.steps.next()).done) return;
      running = null;
      await finish(check);
    } catch (error) {
      await stop();
      throw error;
    }
  }

  async function stop(): Promise<void> {
    const ending = running?.check.steps;
    running = null;
    await ending?.return(undefined); // releases its working memory
  }

  return {
    async work(isClosed) {
      running ??= await begin();
      if (!running || (now() >= running.renewAt && !(await renew(running)))) return 0;
      const stopAt = performance.now() + workMs;
      let steps = 0;
      for (; performance.now() < stopAt && !isClosed() && running; steps++) await step(running);
      return steps;
    },
    stop,
  };
}
