/** A change that a person asked for: at work, then done, or refused with the reason. */
import { useState } from 'preact/hooks';
import { detailsOf, isSignedOut, signedOut, wordsOf } from './server.ts';

export type Work = ReturnType<typeof useWork>;

export function useWork() {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [details, setDetails] = useState<readonly string[]>([]);
  const isTaken = async (work: () => Promise<unknown>, mayBeUnknown = false): Promise<boolean> => {
    setBusy(true);
    setRefusal(null);
    setDetails([]);
    try {
      await work();
      return true;
    } catch (error) {
      // What is being written stays on the screen.
      if (isSignedOut(error) && !mayBeUnknown) setRefusal(signedOut);
      else {
        setRefusal(wordsOf(error));
        setDetails(detailsOf(error));
      }
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    isBusy,
    refusal,
    /** What exactly is wrong, where the server says so. */
    details,
    /** `mayBeUnknown` = a refused caller is told why, and not that it was signed out. */
    run: async (...asked: Parameters<typeof isTaken>): Promise<void> => void (await isTaken(...asked)),
    /** Likewise, and resolves with whether it was done. */
    isTaken,
  };
}
