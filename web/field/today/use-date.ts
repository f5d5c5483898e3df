/**
 * Today's date in words, once the list is on the screen: what Intl takes when it is first used, a tenth of the start of a slow tablet, must not
 * hold that up.
 */
import { useEffect, useState } from 'preact/hooks';
import { useSignal } from '../base/signal.ts';
import { weekday } from '../base/times.ts';
import { language } from '../base/words.ts';

/** Keeps the line. */
const noDate = '\u00A0';

export function useDate(now: number, isListed: boolean): string {
  const [date, setDate] = useState(noDate);
  const day = new Date(now).toDateString();
  const spoken = useSignal(language);
  useEffect(() => (isListed ? afterPaint(() => setDate(weekday(now))) : undefined), [day, isListed, spoken]);
  return date;
}

/** Returns what calls it off. An effect alone does not wait: where a frame takes longer than 35 ms, Preact runs it before. */
function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (timer = setTimeout(work)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
