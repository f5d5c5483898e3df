/** A change that a person asked for: at work, then done, or refused with the reason. */
import { useState } from 'preact/hooks';
import { detailsOf, isSignedOut, wordsOf } from './server.ts';
import { go } from './place.ts';

export type Work = ReturnType<typeof useWork>;

export function useWork() {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [details, setDetails] = useState<readonly string[]>([]);
  return {
    isBusy,
    refusal,
    /** What exactly is wrong, where the server says so. */
    details,
    /** `mayBeUnknown` = a refused caller is told so, and not sent to sign in. */
    run: async (work: () => Promise<unknown>, mayBeUnknown = false): Promise<void> => {
      setBusy(true);
      setRefusal(null);
      try {
        await work();
      } catch (error) {
        if (isSignedOut(error) && !mayBeUnknown) go('/office/sign-in', true);
        else {
          setRefusal(wordsOf(error));
          setDetails(detailsOf(error));
        }
      } finally {
        setBusy(false);
      }
    },
  };
}
