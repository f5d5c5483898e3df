/** Records what somebody does with a permit, and says why where it cannot be recorded. */
import { useState } from 'preact/hooks';
import { Problem } from '../../../shared/model/problem.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { Fault } from '../frame/fault.tsx';
import { permitWords } from '../words/en-permits.ts';
import type { Asked } from './asked.ts';

/** `refusal` = a banner, as long as the latest one could not be recorded. */
export function useRecord(onDone?: () => unknown) {
  const words = useWords(permitWords);
  const [failure, setFailure] = useState<unknown>(null);
  const record: Asked['record'] = async (work) => {
    setFailure(null);
    try {
      await work;
      navigator.vibrate?.(40);
      await onDone?.();
    } catch (error) {
      setFailure(error);
    }
  };
  const forget = (): void => setFailure(null);
  const refusal =
    failure instanceof Problem ? (
      <Banner tone="stop">{reasonOf(failure, words)}</Banner>
    ) : (
      failure !== null && <Fault failure={{ error: failure }} />
    );
  return { record, refusal, forget };
}

function reasonOf(error: Problem, words: ReturnType<typeof useWords<typeof permitWords>>): string {
  if (error.code === 'document_not_approved') return words.notApproved;
  if (error.code === 'permit_not_valid') return words.notValidNow;
  return error.detail;
}
