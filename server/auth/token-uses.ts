/**
 * When each token was last used (contract, Tokens and settings): noted in memory and written in the background, at most once a minute for
 * each token, and when the server closes.
 */
import type { Actor } from '../../shared/model/access.ts';
import type { Log } from '../base/log.ts';
import type { Store } from '../store/store.ts';
import { markUsed } from '../store/access/tokens.ts';

const minuteMs = 60_000;

export interface TokenUses {
  note(actor: Actor): void;
  /** Writes what is due by now. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface Use {
  readonly organisationId: string;
  readonly tokenId: string;
  /** ms since 1970 */
  readonly at: number;
}

export function openTokenUses({
  store,
  now,
  log,
}: {
  readonly store: Store;
  readonly now: () => number;
  readonly log: Log;
}): TokenUses {
  const waiting = new Map<string, Use>();
  const writtenAt = new Map<string, number>();
  let last: Promise<unknown> = Promise.resolve();

  const isDue = (key: string): boolean => now() - (writtenAt.get(key) ?? -Infinity) >= minuteMs;

  async function write(uses: readonly [string, Use][]): Promise<void> {
    for (const [key, at] of writtenAt) if (now() - at >= minuteMs) writtenAt.delete(key);
    if (uses.length === 0) return;
    for (const [key] of uses) {
      waiting.delete(key);
      writtenAt.set(key, now());
    }
    await store.transaction(async (trx) => {
      for (const [, { organisationId, tokenId, at }] of uses)
        await markUsed(trx, organisationId, tokenId, new Date(at).toISOString());
    });
  }

  function serially(which: () => readonly [string, Use][]): Promise<void> {
    const mine = last.then(() => write(which()));
    last = mine.catch(() => undefined); // the caller handles the error
    return mine;
  }

  const flush = (): Promise<void> => serially(() => [...waiting].filter(([key]) => isDue(key)));
  const timer = setInterval(() => {
    flush().catch((error: unknown) => log.error({ err: error }, 'when tokens were used could not be written'));
  }, minuteMs).unref();

  return {
    note({ organisationId, tokenId }) {
      if (tokenId !== undefined) waiting.set(`${organisationId} ${tokenId}`, { organisationId, tokenId, at: now() });
    },
    flush,
    close: async () => {
      clearInterval(timer);
      await serially(() => [...waiting]);
    },
  };
}
