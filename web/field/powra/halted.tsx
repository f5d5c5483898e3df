/** A check that cannot be recorded: its site is not here any more, or the rules refuse it. That the work was stopped still can be. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { useOnce } from '../base/once.ts';
import { go } from '../base/place.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { Frame } from '../frame/frame.tsx';
import { SureButton } from '../frame/sure-button.tsx';
import { powraWords } from '../words/en-powra.ts';
import { reportWords } from '../words/en-report.ts';
import { throwAwayCheck } from './check.ts';
import type { Check } from './kept-check.ts';
import { Noes } from './noes.tsx';
import { recordStopAlone } from './record-check.ts';
import { noesOf } from './recording.ts';

const parts = { ...powraWords, ...reportWords };

/** `document` = of the work that the check is for. */
export function Halted({
  check,
  document,
  isGone,
}: {
  readonly check: Check;
  readonly document: string;
  /** Its site is not here. */
  readonly isGone: boolean;
}) {
  const words = useWords(parts);
  const decision = check.recording?.document?.powra?.decision;
  const isStopped = decision === 'stop'; // recorded before the document, which waits
  const [failure, setFailure] = useState(false);
  const { isBusy, once } = useOnce();
  const end = (work: () => Promise<void>): void =>
    void once(async () => {
      await work();
      go('', true);
    }).catch(() => setFailure(true));
  return (
    <Frame back="" below={check.site.name} room="today" title={words.powra}>
      {failure && <Banner tone="stop">{words.fault}</Banner>}
      {isStopped && <Banner tone="stop">{words.stopped}</Banner>}
      <Banner tone="care">
        {words[!isGone ? 'notRecorded' : decision ? 'decidedElsewhere' : 'checkElsewhere'](check.site.name)}
      </Banner>
      <Noes all={noesOf(check)} />
      {!isStopped && (
        <Button
          busy={isBusy}
          icon="octagon-x"
          look="stop"
          onClick={() => end(() => recordStopAlone(check, document))}
          wide
        >
          {words.stopDecision}
        </Button>
      )}
      <SureButton
        busy={isBusy}
        label={words.throwAway}
        onSure={() => end(() => throwAwayCheck(document))}
        question={words.throwAwaySure}
        wide
      />
    </Frame>
  );
}
