/** A change that a person asked for: at work, then done, refused with the reason, or without an answer, to be asked again. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { tell } from '../../ui/toasts.tsx';
import { openAttempt, type Attempt, type Rest } from './attempt.ts';
import { detailsOf, isSignedOut, signedOut, wordsOf } from './server.ts';

export type Work = ReturnType<typeof useWork>;

type Asked = (attempt: Rest) => Promise<unknown>;

interface State {
  readonly isBusy: boolean;
  readonly refusal: string | null;
  /** What exactly is wrong, where the server says so. */
  readonly details: readonly string[];
  /** Where it is not known what the server did: the same once more, which does nothing twice. */
  readonly askAgain: (() => void) | null;
}

const idle: State = { isBusy: false, refusal: null, details: [], askAgain: null };
const unanswered = 'The server did not answer. It is not known yet whether this was done.';

export function useWork() {
  const [state, setState] = useState(idle);
  /** Ends the attempt that has no answer. */
  const giveUp = useRef<(() => void) | null>(null);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      giveUp.current?.();
    };
  }, []);
  /** Where its screen is left already, it is said over the next one. */
  const say = (refused: State): void => {
    if (isGone.current) tell([`Not done, as far as this page knows: ${refused.refusal}`, ...refused.details].join(' '));
    else setState(refused);
  };
  const askedAgain = async (why: string): Promise<boolean> => {
    if (isGone.current) {
      say({ ...idle, refusal: why });
      return false;
    }
    const isAsked = await new Promise<boolean>((resolve) => {
      giveUp.current = () => resolve(false);
      setState({ ...idle, refusal: why, askAgain: () => resolve(true) });
    });
    giveUp.current = null;
    return isAsked;
  };
  /** A text = it is not known what the server did, and why. */
  const tried = async (attempt: Attempt, work: Asked, mayBeUnknown: boolean): Promise<boolean | string> => {
    setState({ ...idle, isBusy: true });
    try {
      await work(attempt.rest);
      setState(idle);
      return true;
    } catch (error) {
      if (attempt.isUnknown()) return isSignedOut(error) ? signedOut : unanswered;
      // What is being written stays on the screen.
      const isOut = isSignedOut(error) && !mayBeUnknown;
      say({ ...idle, refusal: isOut ? signedOut : wordsOf(error), details: isOut ? [] : detailsOf(error) });
      return false;
    }
  };
  const isTaken = async (work: Asked, mayBeUnknown = false): Promise<boolean> => {
    giveUp.current?.();
    const attempt = openAttempt(() => isGone.current);
    let done = await tried(attempt, work, mayBeUnknown);
    while (typeof done === 'string' && (await askedAgain(done))) done = await tried(attempt, work, mayBeUnknown);
    attempt.end();
    return done === true;
  };
  return {
    ...state,
    /**
     * What changes something goes through the client that it is given: until there is an answer, the same is asked again.
     * `mayBeUnknown` = a refused caller is told why, and not that it was signed out.
     */
    run: async (...asked: Parameters<typeof isTaken>): Promise<void> => void (await isTaken(...asked)),
    /** Likewise, and resolves with whether it was done. */
    isTaken,
  };
}
