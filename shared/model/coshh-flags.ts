/**
 * Derives the flags of an assessment from the substance's hazard statements (GB CLP), unless the assessor overrides them (contract, REST,
 * R93).
 */

export type Flag =
  | 'is_carcinogen_mutagen'
  | 'is_respiratory_sensitiser'
  | 'is_skin_sensitiser'
  | 'is_reprotoxic'
  | 'is_flammable_dsear';

/** Combined codes are joined with `+`. Suspected carcinogens and mutagens (H351, H341) do not count. */
export const flagCodes: Readonly<Record<Flag, RegExp>> = {
  is_carcinogen_mutagen: /(?:^|\+)H3[45]0/,
  is_respiratory_sensitiser: /(?:^|\+)H334/,
  is_skin_sensitiser: /(?:^|\+)H317/,
  is_reprotoxic: /(?:^|\+)H36[0-2]/,
  // Explosive, flammable, unstable, self-reactive, self-heating, reacts with water, oxidising, and in use.
  is_flammable_dsear: /(?:^|\+)(?:H2(?:0\d|2[0-68]|3[01]|4[0-2]|5[0-2]|6[01]|7[0-2])|EUH(?:018|209))/,
};

type Flagged = {
  readonly hazard_statements?: readonly { readonly code: string }[] | undefined;
} & { readonly [Each in Flag]?: boolean | null | undefined };

/** A flag follows the statements until someone sets it to another value. Without statements it is unknown. */
export function flagsOf(before: Flagged | null, after: Flagged): Partial<Record<Flag, boolean | null>> {
  const flags: Partial<Record<Flag, boolean | null>> = {};
  for (const flag of Object.keys(flagCodes) as Flag[]) {
    // the object's own keys
    const said = after[flag] ?? null;
    const followed =
      said === null || (before !== null && said === before[flag] && said === followingFrom(before, flag));
    const follows = followed ? followingFrom(after, flag) : said;
    if (follows !== said) flags[flag] = follows;
  }
  return flags;
}

function followingFrom({ hazard_statements: statements = [] }: Flagged, flag: Flag): boolean | null {
  return statements.length > 0 ? statements.some(({ code }) => flagCodes[flag].test(code)) : null;
}
