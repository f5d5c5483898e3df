/** What today's list must not wait for: it comes once the list is on the screen. */
import { useEffect, useState } from 'preact/hooks';
import { beginSync } from '../base/device.ts';
import { useSignal } from '../base/signal.ts';
import { weekday } from '../base/times.ts';
import { language } from '../base/words.ts';

/** Keeps the line. */
let dateBefore = '\u00A0';

/** Today in words. Intl, when it is first used, takes a tenth of the start of a slow tablet. */
export function useDate(now: number, isListed: boolean): string {
  const [date, setDate] = useState(dateBefore);
  const day = new Date(now).toDateString();
  const spoken = useSignal(language);
  useEffect(
    () => (isListed ? afterPaint(() => setDate((dateBefore = weekday(now)))) : undefined),
    [day, isListed, spoken],
  );
  return date;
}

export function useSync(isListed: boolean): void {
  useEffect(() => (isListed ? afterPaint(beginSync) : undefined), [isListed]);
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
