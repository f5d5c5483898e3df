/** Fields of a draft that the server did not take: how many there are, and saving them again. */
import { Button } from '../../../ui/button.tsx';
import type { Work } from '../../base/work.ts';
import { Refusal } from '../../frame/refusal.tsx';
import type { Again } from '../use-untaken.ts';

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
