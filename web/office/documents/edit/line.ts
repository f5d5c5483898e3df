/**
 * The edits of a draft, sent one after the other, for each was written over the one before it. Where an answer is lost, the line asks again
 * by itself, under the same key, and only then sends what comes after.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Rest } from '../../base/attempt.ts';
import { useWork, type Work } from '../../base/work.ts';

export type Change = (attempt: Rest) => Promise<unknown>;

export interface Line {
  readonly work: Work;
  /** How many changes are not answered. */
  readonly waiting: number;
  /** The first of them was asked for more than once. */
  readonly isUnanswered: boolean;
  /** Resolves with whether it was taken. */
  readonly save: (change: Change) => Promise<boolean>;
}

const mostMs = 15_000;

/** `onAnswered` after each: what was refused may show what others did. */
export function useLine(onAnswered: () => void): Line {
  const work = useWork();
  const [waiting, setWaiting] = useState(0);
  const [isUnanswered, setUnanswered] = useState(false);
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const tries = useRef(0);
  const { askAgain } = work;
  useEffect(() => {
    if (!askAgain) return;
    setUnanswered(true);
    const timer = setTimeout(askAgain, Math.min(1000 * 2 ** tries.current++, mostMs));
    addEventListener('online', askAgain);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', askAgain);
    };
  }, [askAgain]);
  const save = (change: Change): Promise<boolean> => {
    setWaiting((count) => count + 1);
    const saved = line.current.then(async () => {
      const isTaken = await work.isTaken(change);
      tries.current = 0;
      setUnanswered(false);
      setWaiting((count) => count - 1);
      onAnswered();
      return isTaken;
    });
    line.current = saved;
    return saved;
  };
  return { work, waiting, isUnanswered, save };
}
