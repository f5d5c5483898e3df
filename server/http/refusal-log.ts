/**
 * Logs refused requests without letting callers fill the log (contract, Security, HR22): of a kind and an address, the first one in a
 * minute in full, and how many followed.
 */
import type { Log } from '../base/log.ts';

export interface Refusal {
  readonly code: string;
  readonly address: string | undefined;
  readonly permission?: unknown;
  readonly detail?: string;
  readonly [member: string]: unknown;
}

export interface RefusalLog {
  note(refusal: Refusal, message: string): void;
  /** Logs the counts of minutes that are over. */
  sweep(): void;
  /** Logs all counts. */
  close(): Promise<void>;
}

interface Window {
  /** ms since 1970 */
  readonly from: number;
  readonly code: string;
  readonly address: string | undefined;
  repeated: number;
}

const windowMs = 60_000;
/** Beyond this, refusals are counted together, whatever their kind and address. */
const maxWindows = 1000;

export function openRefusalLog({ log, now }: { readonly log: Log; readonly now: () => number }): RefusalLog {
  const windows = new Map<string, Window>();
  let others = 0;

  function end(isOver: (window: Window) => boolean): void {
    for (const [key, window] of windows) {
      if (!isOver(window)) continue;
      windows.delete(key);
      const { code, address, repeated } = window;
      if (repeated > 0) log.warn({ code, address, repeated }, 'more requests were refused');
    }
    if (others > 0) log.warn({ repeated: others }, 'more requests were refused, from many addresses');
    others = 0;
  }

  const sweep = (): void => {
    const at = now();
    end(({ from }) => at >= from + windowMs || at < from);
  };
  const timer = setInterval(sweep, windowMs).unref();

  return {
    note: (refusal, message) => {
      const { code, address, permission, detail } = refusal;
      const key = [code, permission ?? detail, address].join(' ');
      if (now() >= (windows.get(key)?.from ?? Infinity) + windowMs) sweep();
      const window = windows.get(key);
      if (window) window.repeated++;
      else if (windows.size >= maxWindows) others++;
      else {
        windows.set(key, { from: now(), code, address, repeated: 0 });
        log.warn(refusal, message);
      }
    },
    sweep,
    close: async () => {
      clearInterval(timer);
      end(() => true);
    },
  };
}
