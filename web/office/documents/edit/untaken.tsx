/** How the edits of a draft stand: saved, under way, without an answer, or not taken, to be saved again. */
import { Button } from '../../../ui/button.tsx';
import { signedOut } from '../../base/server.ts';
import type { Work } from '../../base/work.ts';
import { Refusal } from '../../frame/refusal.tsx';
import type { Line } from './line.ts';

/** Whether all is saved, why not, and a way to try again. */
export function SavedLine({
  of: { work, waiting, isUnanswered },
  untaken,
}: {
  readonly of: Line;
  readonly untaken: readonly (() => void)[];
}) {
  return (
    <>
      {isUnanswered ? (
        work.refusal === signedOut && <Refusal of={{ ...work, askAgain: null }} />
      ) : (
        <Refusal of={work} />
      )}
      <p aria-live="polite" class="second">
        {isUnanswered ? unansweredSaid(waiting) : waiting > 0 ? 'Saving' : savedSaid(untaken.length, work)}
      </p>
      {isUnanswered && (
        <Button busy={work.isBusy} onClick={() => work.askAgain?.()} small>
          Try now
        </Button>
      )}
      {!isUnanswered && untaken.length > 0 && (
        <Button busy={waiting > 0} onClick={() => untaken.forEach((again) => again())} small>
          Save again
        </Button>
      )}
    </>
  );
}

function unansweredSaid(waiting: number): string {
  return waiting === 1 ? 'No answer yet: 1 change waits.' : `No answer yet: ${waiting} changes wait.`;
}

function savedSaid(untaken: number, { refusal }: Work): string {
  if (untaken > 0) return `${untaken === 1 ? '1 field is' : `${untaken} fields are`} not saved.`;
  return refusal === null ? 'Everything is saved.' : 'Not saved.';
}
