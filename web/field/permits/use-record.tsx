/** Records what somebody does with a permit, and says why where it cannot be recorded. */
import { useState } from 'preact/hooks';
import { Problem } from '../../../shared/model/problem.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { permitWords } from '../words/en-permits.ts';
import type { Asked } from './asked.ts';

/** `refusal` = a banner, as long as the latest one could not be recorded. */
export function useRecord(onDone?: () => unknown) {
  const words = useWords(permitWords);
  const [failure, setFailure] = useState<string | null>(null);
  const record: Asked['record'] = async (work) => {
    setFailure(null);
    try {
      await work;
      navigator.vibrate?.(40);
      await onDone?.();
    } catch (error) {
      setFailure(reasonOf(error, words));
    }
  };
  const forget = (): void => setFailure(null);
  return { record, refusal: failure !== null && <Banner tone="stop">{failure}</Banner>, forget };
}

function reasonOf(error: unknown, words: ReturnType<typeof useWords<typeof permitWords>>): string {
  if (!(error instanceof Problem)) return words.fault;
  if (error.code === 'document_not_approved') return words.notApproved;
  if (error.code === 'permit_not_valid') return words.notValidNow;
  return error.detail;
}
