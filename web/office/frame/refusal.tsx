/** Why a change was not taken: the sentence, and below it each thing that is wrong; or that there is no answer yet, and the way to ask again. */
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Work } from '../base/work.ts';

export function Refusal({
  of: { refusal, details, askAgain },
}: {
  readonly of: Pick<Work, 'refusal' | 'details' | 'askAgain'>;
}) {
  if (refusal === null) return null;
  return (
    <Notice
      actions={
        askAgain && (
          <Button onClick={askAgain} small>
            Ask again
          </Button>
        )
      }
      details={details}
      tone={askAgain ? 'care' : 'stop'}
    >
      {refusal}
    </Notice>
  );
}
