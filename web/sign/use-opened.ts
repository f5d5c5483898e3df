/** What the code of this tab opens, bound to that code: an answer that is late is not taken for that of another. */
import { useEffect, useState } from 'preact/hooks';
import { chooseLanguage, shownFor } from '../field/base/words.ts';
import { keptNow, type Kept, type Read } from './kept.ts';
import { askUntilOpen } from './server.ts';

export interface Opened {
  /** Of the code; null until it is there. */
  readonly read: Read | null;
  /** Why it is not there. */
  readonly wrong: Error | null;
  /** The code that waits is known to be of another person, or of another version, than the one that is read. */
  readonly isAnother: boolean;
  /** Asks again, also for a code that was opened before. */
  readonly again: () => void;
}

/** Words that take longer come later: until then the page is in the language before. */
const longestMs = 3000;

interface Answer {
  readonly code: string;
  readonly read?: Read;
  readonly wrong?: Error;
}

export function useOpened(kept: Kept, isLooking: boolean, change: (next: Kept) => void): Opened {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [asked, setAsked] = useState(0);
  const [another, setAnother] = useState<string | null>(null);
  const code = isLooking || kept.signed ? undefined : kept.code;
  const of = answer !== null && answer.code === code ? answer : null;
  const read = of?.read ?? null;
  useEffect(() => {
    if (code === undefined) return;
    let isOver = false;
    const end = askUntilOpen(code, async (found) => {
      if (!(found instanceof Error)) {
        const words = chooseLanguage(shownFor(found.worker.language ?? 'en'));
        await Promise.race([words, new Promise((resolve) => setTimeout(resolve, longestMs))]);
      }
      // What was read stays on the screen.
      if (!isOver) setAnswer((before) => answerOf(code, found, before?.code === code ? before.read : undefined));
    });
    return () => {
      isOver = true;
      end();
    };
  }, [code, asked]);
  const next = read ? kept.next : undefined;
  useEffect(() => {
    if (!read || next === undefined) return;
    return askUntilOpen(next, (found) => {
      if (found instanceof Error || signingOf(found) !== signingOf(read)) return setAnother(next);
      // What is on the line goes with the new code.
      const { next: _, ...now } = keptNow();
      setAnswer({ code: next, read: found });
      change({ ...now, code: next });
    });
  }, [next, code]);
  const again = (): void => setAsked((before) => before + 1);
  return { read, wrong: of?.wrong ?? null, isAnother: next !== undefined && another === next, again };
}

function answerOf(code: string, found: Read | Error, before: Read | undefined): Answer {
  if (!(found instanceof Error)) return { code, read: found };
  return { code, wrong: found, ...(before && { read: before }) };
}

/** Whose signature of what, and what is asked before it: what is read, answered and signed for one code goes for another of the same. */
export function signingOf({ worker, document, questions }: Pick<Read, 'worker' | 'document' | 'questions'>): string {
  return JSON.stringify([worker, document.content_hash, questions]);
}
