/** The time, and a new rendering every fifteen seconds, for what counts down. */
import { useEffect, useState } from 'preact/hooks';

const everyMs = 15_000;

/** ms since 1970 */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
