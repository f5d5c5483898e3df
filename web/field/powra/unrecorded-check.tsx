/** A check that cannot be recorded, or not yet: its site is not here, or the rules or the storage refuse it. A stop still is. */
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { useOnce } from '../base/once.ts';
import { go } from '../base/place.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { Fault, useFault } from '../frame/fault.tsx';
import { Frame } from '../frame/frame.tsx';
import { SureButton } from '../frame/sure-button.tsx';
import { useIsGone } from '../report/site-gone.ts';
import { powraWords } from '../words/en-powra.ts';
import { reportWords } from '../words/en-report.ts';
import { throwAwayCheck } from './check.ts';
import { decidedKeyOf, ownDecided, type Check, type DecidedCheck } from './kept-check.ts';
import { Noes } from './noes.tsx';
import { finish, recordStopAlone, recordStopBeside, throwAwayDecided } from './record-check.ts';
import { noesOf } from './recording.ts';

const parts = { ...powraWords, ...reportWords };

/** Nobody has decided yet, and its site is not here any more. `document` = of the work that it is for. */
export function CheckElsewhere({ check, document }: { readonly check: Check; readonly document: string }) {
  const words = useWords(parts);
  return (
    <Unrecorded
      check={check}
      onStop={() => recordStopAlone(check, document)}
      onThrowAway={() => throwAwayCheck(check, document)}
      why={words.checkElsewhere(check.site.name)}
    />
  );
}

/** It is tried once more here, and goes when it is recorded. */
export function CheckDecided({ incident }: { readonly incident: string }) {
  const words = useWords(parts);
  const [check, setCheck] = useState<DecidedCheck>();
  const { failure, fail } = useFault();
  const isGone = useIsGone(check?.site.id ?? '') && check !== undefined;
  useEffect(() => {
    if (isGone) return;
    let isLeft = false;
    const key = decidedKeyOf(incident);
    void finish(key)
      .catch(() => undefined)
      .then(() => ownDecided(key))
      .then((kept) => (isLeft ? undefined : kept ? setCheck(kept) : go('', true)), fail);
    return () => {
      isLeft = true;
    };
  }, [incident, isGone]);
  if (!check)
    return (
      <Frame back="" isLoading={!failure} room="today" title={words.powra}>
        {failure && <Fault failure={failure} />}
      </Frame>
    );
  const { name } = check.site;
  return (
    <Unrecorded
      check={check}
      isStopped={check.recording.isStopped === true}
      onStop={() => recordStopBeside(check)}
      onThrowAway={() => throwAwayDecided(check)}
      why={isGone ? words.decidedElsewhere(name) : words.notRecorded}
    />
  );
}

function Unrecorded({
  check,
  why,
  isStopped = false,
  onStop,
  onThrowAway,
}: {
  readonly check: Check;
  readonly why: string;
  readonly isStopped?: boolean;
  readonly onStop: () => Promise<unknown>;
  readonly onThrowAway: () => Promise<unknown>;
}) {
  const words = useWords(parts);
  const { failure, attempt } = useFault();
  const { isBusy, once } = useOnce();
  const end = (work: () => Promise<unknown>): void =>
    attempt(() =>
      once(async () => {
        await work();
        go('', true);
      }),
    );
  return (
    <Frame back="" below={check.site.name} room="today" title={words.powra}>
      {failure && <Fault failure={failure} />}
      {isStopped && <Banner tone="stop">{words.stopped}</Banner>}
      <Banner tone="care">{why}</Banner>
      <Noes all={noesOf(check)} />
      {!isStopped && (
        <Button busy={isBusy} icon="octagon-x" look="stop" onClick={() => end(onStop)} wide>
          {words.stopDecision}
        </Button>
      )}
      <SureButton
        busy={isBusy}
        label={words.throwAway}
        onSure={() => end(onThrowAway)}
        question={words.throwAwaySure}
        wide
      />
    </Frame>
  );
}
