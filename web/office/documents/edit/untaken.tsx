/** Fields of a draft that the server did not take: how many there are, and saving them again. Nobody leaves them unasked. */
import { useCallback, useEffect, useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { useUnsaved } from '../../base/unsaved.ts';
import type { Work } from '../../base/work.ts';
import { Refusal } from '../../frame/refusal.tsx';

/** Said at the field itself. */
export const notSaved = 'This is not saved.';

type Again = () => void;

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

/** Whether all is saved, why not, and a way to try again. */
export function SavedLine({
  isBusy,
  of: work,
  untaken,
}: {
  readonly isBusy: boolean;
  readonly of: Work;
  readonly untaken: ReadonlySet<Again>;
}) {
  const fields = untaken.size === 1 ? '1 field is' : `${untaken.size} fields are`;
  return (
    <>
      <Refusal of={work} />
      <p aria-live="polite" class="second">
        {isBusy
          ? 'Saving'
          : untaken.size > 0
            ? `${fields} not saved.`
            : work.refusal === null
              ? 'Everything is saved.'
              : 'Not saved.'}
      </p>
      {untaken.size > 0 && (
        <Button busy={isBusy} onClick={() => untaken.forEach((again) => again())} small>
          Save again
        </Button>
      )}
    </>
  );
}
