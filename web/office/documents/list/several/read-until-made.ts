/** Looks at files that were asked for until the server has made them: a few at a time, the one looked at longest ago first. */
import { isLater } from '../../../../../client-sdk/base/later.ts';
import type { Rest } from '../../../base/attempt.ts';
import { askEveryMs } from '../../../base/make-file.ts';
import { isSignedOut, rest } from '../../../base/server.ts';
import { backOffMs, pause } from './pause.ts';

export type File = Awaited<ReturnType<Rest['getExport']>>;

/** What a page may read in a minute has a limit, too. */
const atOnce = 3;

/** @param tell of what was read of a file, by its id; and of what can't be read, which holds up no other */
export function openReader(tell: (id: string, read: File | Error) => void, ended: AbortSignal) {
  const waiting: string[] = [];
  let isReading = false;

  /** Whether the server answered. */
  async function readOne(id: string): Promise<boolean> {
    try {
      const file = await rest.getExport({ export: id });
      tell(id, file);
      if (file.status === 'queued') waiting.push(id);
      return true;
    } catch (error) {
      const isForNow = isLater(error) || isSignedOut(error) || !(error instanceof Error);
      if (isForNow) waiting.push(id);
      else tell(id, error);
      return !isForNow;
    }
  }

  async function readAll(): Promise<void> {
    if (isReading) return;
    isReading = true;
    for (let failures = 0; waiting.length > 0;) {
      await pause(failures === 0 ? askEveryMs : backOffMs(failures), ended);
      if (ended.aborted) return;
      // One is never asked for twice at once: no older answer comes after a newer one.
      const answers = await Promise.all(waiting.splice(0, atOnce).map(readOne));
      failures = answers.includes(true) ? 0 : failures + 1;
    }
    isReading = false;
  }

  return {
    add: (id: string): void => {
      waiting.push(id);
      void readAll();
    },
  };
}
