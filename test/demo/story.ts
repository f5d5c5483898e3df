/** How the day is told: one line for each thing that happens, and beneath it what was checked. A claim that does not hold ends the day. */
import { isDeepStrictEqual } from 'node:util';

export interface Story {
  chapter(title: string): void;
  /** Something happens: who does what. */
  tell(who: string, what: string): void;
  /** Something is true, and was looked at; throws a BrokenClaim where it is not. */
  claim(what: string, found: unknown, expected: unknown): void;
  readonly claims: number;
  readonly elapsedMs: number;
}

class BrokenClaim extends Error {
  override readonly name = 'BrokenClaim';
}

export function openStory(print: (line: string) => void, now: () => number = Date.now): Story {
  const startedAt = now();
  let claims = 0;
  return {
    chapter: (title) => print(`\n${title}\n${'─'.repeat(title.length)}`),
    tell: (who, what) => print(`${clockTime(now())}  ${who.padEnd(18)}  ${what}`),
    claim: (what, found, expected) => {
      if (!isDeepStrictEqual(found, expected))
        throw new BrokenClaim(`${what}\n  expected: ${shown(expected)}\n  found:    ${shown(found)}`);
      claims++;
      print(`${' '.repeat(30)}✓ ${what}`);
    },
    get claims() {
      return claims;
    },
    get elapsedMs() {
      return now() - startedAt;
    },
  };
}

function clockTime(ms: number): string {
  return new Date(ms).toTimeString().slice(0, 8);
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, 600);
}
