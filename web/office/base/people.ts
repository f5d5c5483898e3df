/** The people on site, for fields that ask for one. */
import { useEffect, useRef } from 'preact/hooks';
import { Problem } from '../../../shared/model/problem.ts';
import { shownAfterMs, useAfter } from '../../ui/states.tsx';
import { answeredWithinMs, type Rest } from './attempt.ts';
import { everyRow } from './every-row.ts';
import { useLoaded } from './loaded.ts';
import { useMe } from './me.ts';
import { isSignedOut, rest } from './server.ts';

export interface Somebody {
  /** Null for people without a record of their own. */
  readonly id: string | null;
  readonly name: string;
  readonly employer_name?: string | null | undefined;
}

/** A person whom the register of workers has. */
export interface KnownWorker extends Somebody {
  readonly trade?: string | null | undefined;
  readonly preferred_language?: string | null | undefined;
  /** Of the first competence card. */
  readonly card_number?: string | undefined;
}

/** Of the register: those who are active, and nobody for a reader who may not see them. */
export interface People {
  /** For a field: those read so far. */
  readonly offered: readonly KnownWorker[];
  /** Why those are not all, in words. */
  readonly note: string | undefined;
  /** To tell whom a name means: waits until they are read. The same for whatever is asked in one press. */
  readonly known: (attempt: Rest) => Promise<readonly KnownWorker[]>;
}

const loading = 'The list of people is still loading. What you send waits for it.';
const failed = 'The list of people could not be read, so nobody on it is offered.';
const unread =
  'The list of people could not be read, and nothing was recorded yet. Press once more: if it cannot be read then either, the name is recorded as it is written, and is linked to nobody on the list.';
const left = 'The page was left before it was sent, and nothing was recorded.';

/**
 * Each press reads them again where they could not be read; after one that said so, the next goes on without them. `isAsked` = whether the
 * field is used: until it is, nothing is read.
 */
export function usePeople(isAsked = true): People {
  const may = useMe()?.permissions.includes('workers:read') ?? true;
  const reading = useRef<Promise<readonly KnownWorker[]> | null>(null);
  const found = useRef(new WeakMap<Rest, readonly KnownWorker[]>());
  const isTold = useRef(false);
  const isGone = useRef(false);
  useEffect(
    () => () => {
      isGone.current = true;
    },
    [],
  );
  const read = (): Promise<readonly KnownWorker[]> => {
    const now = may ? readWorkers() : Promise.resolve([]);
    reading.current = now;
    now.catch(() => {
      if (reading.current === now) reading.current = null;
    });
    return now;
  };
  const { value, failure, again } = useLoaded(`people ${may} ${isAsked}`, () =>
    isAsked ? read() : Promise.resolve([]),
  );
  const isLate = useAfter(shownAfterMs);
  const readOrTell = async (): Promise<readonly KnownWorker[]> => {
    try {
      return await (reading.current ?? read());
    } catch (error) {
      if (isSignedOut(error)) throw error;
      if (isTold.current) return [];
      isTold.current = true;
      throw new Problem('conditions_not_met', unread);
    }
  };
  const known = async (attempt: Rest): Promise<readonly KnownWorker[]> => {
    const before = found.current.get(attempt);
    if (before) return before;
    const workers = await readOrTell();
    if (isGone.current) throw new Problem('conditions_not_met', left);
    if (failure !== null) again(); // for the field
    found.current.set(attempt, workers);
    return workers;
  };
  const missing = failure === null ? (isLate ? loading : undefined) : failed;
  return { offered: value ?? [], note: value ? undefined : missing, known };
}

async function readWorkers(): Promise<readonly KnownWorker[]> {
  try {
    const { data } = await everyRow((page) =>
      rest.listWorkers({ query: { status: 'active', ...page }, signal: AbortSignal.timeout(answeredWithinMs) }),
    );
    return data.map(({ id, name, employer_name, trade, preferred_language, competence_cards: [card] }) => ({
      id,
      name,
      employer_name,
      trade,
      preferred_language,
      card_number: card?.card_number,
    }));
  } catch (error) {
    if (error instanceof Problem && error.code === 'forbidden') return [];
    throw error;
  }
}
