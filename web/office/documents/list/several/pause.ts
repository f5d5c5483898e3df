/** Waiting between two questions to the server. */

/** Until then, or until it is stopped. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}

const longestMs = 30_000;

/** After so many questions in a row without an answer. */
export function backOffMs(times: number): number {
  return Math.min(1000 * 2 ** (times - 1), longestMs);
}
