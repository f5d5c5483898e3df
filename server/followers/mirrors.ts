/**
 * Follower: keeps every mirror current (contract, Mirrors), each by itself, so that a slow or dead one delays nothing else. Several
 * processes share the mirrors by lease. PouchDB is loaded with the first mirror that has work to do.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { openSecrets } from '../auth/secrets.ts';
import type { CommitSignal } from '../base/commit-signal.ts';
import type { Config } from '../base/config.ts';
import { dueMirrors, leaseMirror } from '../store/queues/mirror-leases.ts';
import { mirrorContext, type Credentials, type MirrorContext } from './mirror/context.ts';
import { isWithdrawn } from './mirror/withdraw.ts';
import { openGuard, type UrlRefusal } from './outgoing/guard.ts';
import { openPollLoop } from './poll-loop.ts';

export interface MirrorsOptions extends Omit<MirrorContext, 'secrets' | 'guard' | 'caFile' | 'leaseMs'> {
  readonly config: Pick<Config, 'webhookAllow' | 'webhookCaFile'>;
  /** 32 bytes; encrypts the credentials. */
  readonly sealingKey: Uint8Array;
  readonly wake: Pick<CommitSignal, 'listen'>;
}

export interface Mirrors {
  /** Why a database at this URL is refused, as far as known without a DNS lookup. */
  refusalOf(url: URL): UrlRefusal | undefined;
  /** Encrypts the credentials for storage. */
  seal(organisationId: string, mirrorId: string, credentials: Credentials): string;
  /** Writes everything that is due; resolves to the number of documents written. */
  run(): Promise<number>;
  close(): Promise<void>;
}

const leaseMs = 10_000;
/** Leases expire and times come without a signal. */
const pollMs = 5_000;
const mostAtOnce = 8;
/** Of one organisation, so that dead mirrors of one hold not every place. */
const mostOfOne = 2;
/** When the server closes. */
const patienceMs = 2_000;

export function openMirrors({ config, sealingKey, wake, ...means }: MirrorsOptions): Mirrors {
  const { store, now, newId, log } = means;
  const guard = openGuard(config.webhookAllow);
  const secrets = openSecrets(sealingKey);
  const context: MirrorContext = { ...means, secrets, guard, caFile: config.webhookCaFile, leaseMs };
  const running = new Map<string, Promise<number>>();
  const runningIn = new Map<string, number>();
  let closed = false;
  let release: (() => void) | undefined;

  async function look(): Promise<number> {
    let started = 0;
    for (const { org_id: organisation, id } of await dueMirrors(store.db, new Date(now()).toISOString())) {
      if (closed || running.size >= mostAtOnce) break;
      const ofOne = runningIn.get(organisation) ?? 0;
      if (running.has(id) || ofOne >= mostOfOne) continue;
      started++;
      runningIn.set(organisation, ofOne + 1);
      const work = workOn(organisation, id).catch(failed);
      running.set(
        id,
        work.finally(() => {
          running.delete(id);
          runningIn.set(organisation, (runningIn.get(organisation) ?? 1) - 1);
          // Records may have changed meanwhile, or a further mirror waits for the place.
          if (!closed) void loop.run().catch(failed);
        }),
      );
    }
    return started;
  }

  async function workOn(organisation: string, id: string): Promise<number> {
    const at = now();
    const lease = { token: newId(), now: new Date(at).toISOString(), until: new Date(at + leaseMs).toISOString() };
    const mirror = await store.transaction((trx) => leaseMirror(trx, organisation, id, lease));
    if (!mirror || (await isWithdrawn(context, mirror))) return 0;
    const { workOnMirror, closeTargets } = await import('./mirror/work.ts');
    release = closeTargets;
    return await workOnMirror(context, mirror, () => closed);
  }

  function failed(error: unknown): number {
    log.error({ err: error }, 'the mirrors could not be looked after');
    return 0;
  }

  const loop = openPollLoop({ round: look, everyMs: pollMs, wake, failed });
  return {
    refusalOf: (url) => guard.refusalOf(url),
    seal: (organisation, id, credentials) => secrets.seal(JSON.stringify(credentials), mirrorContext(organisation, id)),
    async run() {
      for (let written = 0; ;) {
        await loop.run();
        if (running.size === 0) return written;
        for (const each of await Promise.all(running.values())) written += each;
      }
    },
    async close() {
      closed = true;
      await loop.close();
      const ended = Promise.all(running.values());
      await Promise.race([ended, wait(patienceMs, undefined, { ref: false })]);
      release?.(); // cuts what a slow database has not answered: it is written again
      await ended;
    },
  };
}
