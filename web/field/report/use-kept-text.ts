/** A text that is kept with each letter, beside the replica. */
import { useEffect, useRef, useState } from 'preact/hooks';

/**
 * What another tab keeps is shown, too; what is typed meanwhile is newer.
 * @param kept as it is kept now, in whichever tab it was written
 * @param keep does not reject
 */
export function useKeptText(
  kept: string,
  keep: (text: string) => Promise<void>,
): readonly [text: string, write: (text: string) => void] {
  const [text, setText] = useState(kept);
  const keeping = useRef(0);
  useEffect(() => {
    if (keeping.current === 0) setText(kept);
  }, [kept]);
  const write = (next: string): void => {
    setText(next);
    keeping.current++;
    void keep(next).then(() => keeping.current--);
  };
  return [text, write];
}
