/** Which part of the draft has the focus, for the outline and for the others who have it open. */
import { useEffect, useState } from 'preact/hooks';

export interface Here {
  /** The panel, such as `hazards`. */
  readonly part: string;
  /** The entry in it; null = the panel itself. */
  readonly entry: string | null;
}

const partPrefix = 'part-';
const entryPrefix = 'entry-';

/** As long as the focus is elsewhere, such as in the outline, the last part stays. */
export function useHere(): Here | null {
  const [here, setHere] = useState<Here | null>(null);
  useEffect(() => {
    const look = ({ target }: FocusEvent): void => {
      const found = target instanceof Element ? partOf(target) : null;
      if (found) setHere((last) => (last?.part === found.part && last.entry === found.entry ? last : found));
    };
    document.addEventListener('focusin', look);
    return () => document.removeEventListener('focusin', look);
  }, []);
  return here;
}

function partOf(target: Element): Here | null {
  const part = target.closest(`[id^=${partPrefix}]`)?.id.slice(partPrefix.length);
  const entry = target.closest(`[id^=${entryPrefix}]`)?.id.slice(entryPrefix.length) ?? null;
  return part === undefined ? null : { part, entry };
}
