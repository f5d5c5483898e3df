/** A change that a person asked for: at work, then done, or refused with the reason. */
import { useState } from 'preact/hooks';
import { detailsOf, isSignedOut, wordsOf } from './server.ts';

const signedOut =
  'You were signed out. Sign in again in another tab, then come back and try again: what you wrote is kept here.';

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
    /** `mayBeUnknown` = a refused caller is told why, and not that it was signed out. */
    run: async (work: () => Promise<unknown>, mayBeUnknown = false): Promise<void> => {
      setBusy(true);
      setRefusal(null);
      try {
        await work();
      } catch (error) {
        // What is being written stays on the screen.
        if (isSignedOut(error) && !mayBeUnknown) setRefusal(signedOut);
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
