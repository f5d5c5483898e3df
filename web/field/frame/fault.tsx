/** What is our fault: it says so, what is kept, and what can be done; and, folded, a line for who helps. */
import { useRef, useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../base/words.ts';
import { brokenWords } from '../words/en-broken.ts';
import { Banner } from './banner.tsx';
import { technicalLine } from './technical-line.ts';

export interface Failure {
  readonly error: unknown;
  /** Tries the same once more; what was written for it is there. Absent where keeping it is what failed, or there is nothing to try. */
  readonly again?: () => unknown;
}

export function Fault({ failure: { error, again } }: { readonly failure: Failure }) {
  const words = useWords(brokenWords);
  return (
    <>
      <Banner tone="stop">{again ? words.faultKept : words.fault}</Banner>
      <div class="buttons">
        {again && (
          <Button icon="rotate-ccw" onClick={again}>
            {words.openAgain}
          </Button>
        )}
        <Details error={error} />
      </div>
    </>
  );
}

export function Details({ error }: { readonly error: unknown }) {
  const words = useWords(brokenWords);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button expanded={isOpen} icon={isOpen ? 'chevron-down' : 'chevron-right'} onClick={() => setOpen(!isOpen)}>
        {words.details}
      </Button>
      {isOpen && <p lang="en">{technicalLine(error)}</p>}
    </>
  );
}

export interface UseFault {
  /** Null = nothing went wrong. */
  readonly failure: Failure | null;
  /** Where `work` fails, it is told, and tried once more by a press. */
  readonly attempt: (work: () => Promise<unknown>) => void;
  /** It failed, and what was written is on the screen only. `text` = which, where several are written. */
  readonly fail: (error: unknown, text?: string) => void;
  /** It is kept now: what `fail` told goes once that is true of each text. */
  readonly clear: (text?: string) => void;
}

export function useFault(): UseFault {
  const [failure, setFailure] = useState<Failure | null>(null);
  const attempt = (work: () => Promise<unknown>): void => {
    setFailure(null);
    work().catch((error: unknown) => setFailure({ error, again: () => attempt(work) }));
  };
  const unkept = useRef(new Set<string | undefined>());
  const fail = (error: unknown, text?: string): void => {
    unkept.current.add(text);
    setFailure({ error });
  };
  const clear = (text?: string): void => {
    unkept.current.delete(text);
    if (unkept.current.size === 0) setFailure((shown) => (shown?.again ? shown : null));
  };
  return { failure, attempt, fail, clear };
}
