/** A check that was begun where this tablet works no more: only that the work was stopped can still be recorded there. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { useOnce } from '../base/once.ts';
import { go } from '../base/place.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { Frame } from '../frame/frame.tsx';
import { powraWords } from '../words/en-powra.ts';
import { reportWords } from '../words/en-report.ts';
import { dropCheck, recordStopAlone, type Check } from './check.ts';

const parts = { ...powraWords, ...reportWords };

/** `document` = of the work that the check is for. */
export function Elsewhere({ check, document }: { readonly check: Check; readonly document: string }) {
  const words = useWords(parts);
  const [isSure, setSure] = useState(false);
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
      <Banner tone="care">{words.checkElsewhere(check.site.name)}</Banner>
      <Button
        busy={isBusy}
        icon="octagon-x"
        look="stop"
        onClick={() => end(() => recordStopAlone(check, document))}
        wide
      >
        {words.stopDecision}
      </Button>
      <Button busy={isBusy} onClick={() => (isSure ? end(() => dropCheck(document)) : setSure(true))} wide>
        {isSure ? words.throwAwaySure : words.throwAway}
      </Button>
    </Frame>
  );
}
