/** What somebody types, once they pause: a list is not asked for at each letter. */
import { useEffect, useState } from 'preact/hooks';

const pauseMs = 250;

export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
