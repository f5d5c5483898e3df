/** Compares many sign-offs with their hashes, a few at a time: the page stays alive meanwhile, and can say how far it is. */
import type { Signoff } from './signed.ts';
import type { Compared } from './verify.ts';

export interface Odd {
  readonly id: string;
  readonly name: string;
  /** The sign-off in its register. */
  readonly href: string;
  readonly what: string;
}

export interface Verified {
  /** How many match in all that was compared. */
  readonly holds: number;
  readonly wrong: readonly Odd[];
  /** Those of which not all could be compared. */
  readonly bare: readonly Odd[];
}

export const nothingVerified: Verified = { holds: 0, wrong: [], bare: [] };

/** So long the page may wait for one of its turns. */
const turnMs = 40;

export async function compareAll(
  signoffs: readonly Signoff[],
  compare: (signoff: Signoff) => readonly Compared[],
  hrefOf: (signoff: Signoff) => string,
  /** Told between two turns; false = it is not wanted any more. */
  goesOn: (compared: number) => boolean,
): Promise<Verified> {
  let found = nothingVerified;
  let turnEnds = performance.now() + turnMs;
  for (const [at, signoff] of signoffs.entries()) {
    if (performance.now() > turnEnds) {
      if (!goesOn(at)) return found;
      await new Promise((resolve) => setTimeout(resolve));
      turnEnds = performance.now() + turnMs;
    }
    found = together(found, verdictOn(signoff, compare(signoff), hrefOf(signoff)));
  }
  return found;
}

export function together(one: Verified, other: Verified): Verified {
  return {
    holds: one.holds + other.holds,
    wrong: [...one.wrong, ...other.wrong],
    bare: [...one.bare, ...other.bare],
  };
}

function verdictOn({ id, worker: { name } }: Signoff, compared: readonly Compared[], href: string): Verified {
  const said = (what: string): Odd => ({ id, name, href, what });
  const wrong = compared.filter(({ holds }) => holds === false).map(({ what }) => said(`not so: ${what}`));
  const lacking = compared.flatMap(({ holds, lacks }) => (holds === null && lacks !== undefined ? [lacks] : []));
  const gone = compared.flatMap((each) => each.gone ?? []);
  const bare = [
    ...(lacking.length > 0 ? [said(`it lacks ${lacking.join(' and ')}`)] : []),
    ...(gone.length > 0 ? [said(`cannot be compared: ${gone.map((each) => `${each} is gone`).join(', ')}`)] : []),
  ];
  return { holds: wrong.length + bare.length > 0 ? 0 : 1, wrong, bare };
}
