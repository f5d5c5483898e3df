/**
 * A PDF of each of several documents. They are asked for one after another, for the server takes only so many in a minute. What is refused
 * is kept with its document and holds up no other; what has no answer is asked for again under its key.
 */
import { retryAfterMs } from '../../../../../client-sdk/base/later.ts';
import { openAttempt } from '../../../base/attempt.ts';
import { isSignedOut, signedOut, wordsOf } from '../../../base/server.ts';
import { usualOptions } from '../../export-options.tsx';
import { backOffMs, pause } from './pause.ts';
import { openReader, type File } from './read-until-made.ts';

interface Wanted {
  readonly id: string;
  readonly title: string;
}

export interface Piece extends Wanted {
  /** Null until the server has taken it. */
  readonly file: File | null;
  /** Why there is none, or why it can't be read. */
  readonly refusal: string | null;
}

export interface State {
  readonly pieces: readonly Piece[];
  /** Not all of them were asked for yet, and nobody has stopped it. */
  readonly isAsking: boolean;
  /** Why it waits, or has stopped. */
  readonly note: string | null;
}

const limited = 'The server takes only so many files a minute. This goes on by itself within a minute.';
const lost = 'The server does not answer. It is asked again by itself.';
const stopped = 'Stopped.';

/** `show` is told of each change, until the end. */
export function openMaking(documents: readonly Wanted[], show: (state: State) => void) {
  const ended = new AbortController();
  let stopping = new AbortController();
  let losses = 0;
  let state: State = {
    pieces: documents.map((each) => ({ ...each, file: null, refusal: null })),
    isAsking: false,
    note: null,
  };
  // Nothing that a person wrote is lost with them.
  const toAsk = documents.map(({ id }) => ({ id, attempt: openAttempt(() => true, false) }));
  const set = (change: Partial<State>): void => {
    state = { ...state, ...change };
    if (!ended.signal.aborted) show(state);
  };
  const setPiece = (isIt: (piece: Piece) => boolean, change: Partial<Piece>): void =>
    set({ pieces: state.pieces.map((each) => (isIt(each) ? { ...each, ...change } : each)) });
  const reader = openReader(
    (id, read) =>
      setPiece(({ file }) => file?.id === id, read instanceof Error ? { refusal: wordsOf(read) } : { file: read }),
    ended.signal,
  );

  /** Resolves with ms to wait before the next; null = nobody goes on by themselves. */
  async function ask({ id, attempt }: (typeof toAsk)[number]): Promise<number | null> {
    try {
      const file = await attempt.rest.exportDocument({ document: id, body: usualOptions });
      toAsk.shift();
      losses = 0;
      setPiece((each) => each.id === id, { file });
      set({ note: null });
      if (file.status === 'queued') reader.add(file.id);
      return 0;
    } catch (error) {
      const ms = retryAfterMs(error);
      if (ms !== null || isSignedOut(error)) {
        set({ note: ms === null ? signedOut : limited });
        return ms;
      }
      toAsk.shift();
      if (attempt.isUnknown()) {
        // The others may have an answer.
        toAsk.push({ id, attempt });
        set({ note: lost });
        return backOffMs(++losses);
      }
      setPiece((each) => each.id === id, { refusal: wordsOf(error) });
      return 0;
    }
  }

  async function askEach(): Promise<void> {
    stopping = new AbortController();
    const signal = AbortSignal.any([stopping.signal, ended.signal]);
    set({ isAsking: true, note: null });
    for (let [next] = toAsk; next && !signal.aborted; [next] = toAsk) {
      const ms = await ask(next);
      if (ms === null) return set({ isAsking: false });
      if (ms > 0) await pause(ms, signal);
    }
    set({ isAsking: false, note: toAsk.length > 0 ? stopped : null });
  }

  return {
    goOn: (): void => void (state.isAsking || askEach()),
    stop: (): void => stopping.abort(),
    /** Nothing more is asked for, or told. */
    end: (): void => ended.abort(),
  };
}
