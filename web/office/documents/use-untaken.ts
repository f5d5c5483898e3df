/** Fields that hold what was not taken, or can't be: each as what saves it again, or leads to it. Nobody leaves them unasked. */
import { useCallback, useEffect, useState } from 'preact/hooks';
import { useUnsaved } from '../base/unsaved.ts';

export type Again = () => void;

export function useUntaken() {
  const [untaken, setUntaken] = useState<ReadonlySet<Again>>(new Set());
  const { onInput: hold, onSaved: release } = useUnsaved();
  /** For the fields, as `Untaken`. */
  const note = useCallback(
    (again: Again, isUntaken: boolean) =>
      setUntaken((others) =>
        others.has(again) === isUntaken
          ? others
          : new Set(isUntaken ? [...others, again] : [...others].filter((each) => each !== again)),
      ),
    [],
  );
  useEffect(() => (untaken.size > 0 ? hold() : release()), [untaken.size]);
  return { untaken, note };
}
