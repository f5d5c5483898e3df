/** The check under way for some work, as it is kept: this tab and others change it, and all show the same. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { serverTime } from '../base/clock.ts';
import { followKept, readKept } from '../base/kept.ts';
import { go } from '../base/place.ts';
import { useFault, type UseFault } from '../frame/fault.tsx';
import { changeCheck, readCheck } from './check.ts';
import { decidedPlace } from './checks-left.tsx';
import { currentOf, keyOf, type Check } from './kept-check.ts';
import { OtherAnswersError, recordCheck, ReplacedCheckError } from './record-check.ts';
import type { About, Decided } from './recording.ts';

interface UseCheck extends Pick<UseFault, 'failure' | 'fail' | 'clear'> {
  /** Undefined until it is read. */
  readonly check: Check | undefined;
  /** Why the work was not let start: another tab changed the answers, or began a new check. */
  readonly other: 'answers' | 'check' | null;
  /** Rejects where it cannot be kept. */
  readonly change: (by: (check: Check) => Check) => Promise<void>;
  readonly decide: (decided: Decided, parent: About['parent']) => Promise<void>;
}

/** `site` = of the tablet, where a new one is begun. */
export function useCheck(document: string, site: Shown<'site'> | undefined): UseCheck {
  const [check, setCheck] = useState<Check>();
  const { failure, fail, clear } = useFault();
  const [other, setOther] = useState<UseCheck['other']>(null);
  const isLeft = useRef(false);
  /** Somebody may have opened something else meanwhile. */
  const leaveFor = (place: string): void => {
    if (!isLeft.current) go(place, true);
  };
  /** One that another tab has decided stays here: its stop can still be recorded. */
  const follow = async (): Promise<void> => {
    const kept = await readKept<Check>(keyOf(document));
    setCheck((shown) => shown && (currentOf(kept, shown) ?? shown));
  };
  useEffect(() => {
    isLeft.current = false;
    readCheck(document, serverTime(), site).then((found) => (found ? setCheck(found) : leaveFor('')), fail);
    const end = followKept(keyOf(document), follow);
    return () => {
      isLeft.current = true;
      end();
    };
  }, [document]);
  const change = async (by: (check: Check) => Check): Promise<void> => {
    setOther(null);
    const after = check && (await changeCheck(document, check, by));
    if (after) setCheck(after);
    else leaveFor('');
  };
  const decide = async (decided: Decided, parent: About['parent']): Promise<void> => {
    if (!check) return;
    setOther(null);
    try {
      const isRecorded = await recordCheck(check, decided, { document, parent });
      leaveFor(isRecorded ? '' : `/powra/${decidedPlace}/${check.incident}`);
    } catch (error) {
      if (error instanceof ReplacedCheckError) return setOther('check');
      if (!(error instanceof OtherAnswersError)) return fail(error);
      setOther('answers');
      await follow().catch(fail);
    }
  };
  return { check, failure, fail, clear, other, change, decide };
}
