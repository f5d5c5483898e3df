/** Removing an entry: what another wrote in it a moment ago, and nobody here has seen, does not go with it. */
import { saysTheSame } from '../../../../shared/crypto/canonical.ts';
import type { Json, JsonObject } from '../../../../shared/base/json.ts';
import { Problem } from '../../../../shared/model/problem.ts';
import type { Rest } from '../../base/attempt.ts';
import { fieldWords } from '../../base/field-words.ts';
import type { Change } from './line.ts';

interface Entry {
  readonly id: string;
  readonly revision: number;
}

/** Others may be quicker so often before the person has to try again. */
const mostTries = 3;

/** `seen` is asked when the turn of the removal comes: the entry as it is known here then. */
export function removal(
  seen: () => Entry,
  read: () => Promise<Entry>,
  remove: (attempt: Rest, ifRevision: number) => Promise<unknown>,
): Change {
  return async (attempt) => {
    const known = seen();
    let { revision } = known;
    for (let tries = 1; ; tries++)
      try {
        return await remove(attempt, revision);
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== 'precondition_failed' || tries === mostTries) throw error;
        const now = await read();
        const unseen = changedIn(known, now);
        if (unseen.length > 0)
          throw new Problem(
            'conflict',
            `Not removed: somebody changed it a moment ago (${unseen.map(fieldWords).join(', ')}). Look at it, then remove it if it has to go all the same.`,
          );
        ({ revision } = now);
      }
  };
}

/** What follows from the rest, and the place in the list. */
const notWritten = /^(revision|updated_at|position|risk_.*|band_.*)$/;

function changedIn(seen: Entry, now: Entry): string[] {
  const before = seen as unknown as JsonObject; // as the server replied
  return Object.entries<Json | undefined>(now as unknown as JsonObject) // likewise
    .filter(([name, value]) => !notWritten.test(name) && !saysTheSame(before[name], value))
    .map(([name]) => name);
}
