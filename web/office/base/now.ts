/** The server's time, and a new rendering every fifteen seconds, for what counts down. */
import { useEffect, useState } from 'preact/hooks';
import { clock, serverTime } from './clock.ts';
import { rest } from './server.ts';

const everyMs = 15_000;

/** ms since 1970 */
export function useNow(): number {
  const [, render] = useState(0);
  useEffect(() => {
    const goOn = async (): Promise<void> => {
      // Somebody set the clock, or the computer slept.
      if (clock.confidence() !== 'server_synced') await rest.getMe().catch(() => undefined);
      render((count) => count + 1);
    };
    const timer = setInterval(() => void goOn(), everyMs);
    return () => clearInterval(timer);
  }, []);
  return serverTime();
}
