/** HAZ: requirements for hazards and their ratings (contract, Compliance check; contract rule RK1 for the bands). */
import contentRules from '../../reference/content-rules.json' with { type: 'json' };
import { bandOf, riskMatrix } from '../../model/risk.ts';
import type { Facts, Hazard } from '../facts.ts';
import { count, failed, checkEach, names, notApplicable, passed, type Verdict } from '../verdict.ts';

/** Ratings from here on are high. */
const high = riskMatrix.bands.find(({ value }) => value === 'high')?.min ?? 10;

export function hazardsAreEnough({ documentType, hazards }: Facts): Verdict {
  const least = Object.entries(contentRules).find(([type]) => type === documentType)?.[1].min_hazards ?? 0;
  if (least === 0) return notApplicable('Documents of this type need no hazards of their own.');
  const detail = `${count(hazards.length, 'hazard')} of at least ${least}.`;
  return hazards.length >= least ? passed(detail) : failed(detail);
}

export function controlsAreEnough({ hazards }: Facts): Verdict {
  return checkEach(hazards, (hazard) => hazard.controls >= 2, {
    of: 'hazard',
    met: 'at least two controls',
    unmet: 'fewer than two controls',
    shared: true,
  });
}

export function highRisksHaveStrongControls({ hazards }: Facts): Verdict {
  return checkEach(
    hazards.filter(({ before }) => before !== null && before >= high),
    (hazard) => hazard.hasStrongControl,
    {
      of: `hazard rated ${high} or more`,
      plural: `hazards rated ${high} or more`,
      met: 'an elimination, substitution or engineering control',
      unmet: 'nothing above administrative controls',
      shared: true,
    },
  );
}

export function residualsDoNotExceedInitials({ hazards }: Facts): Verdict {
  return checkEach(
    hazards.filter(({ before, after }) => before !== null && after !== null),
    ({ before, after }) => (after ?? 0) <= (before ?? 0),
    {
      of: 'hazard rated twice',
      plural: 'hazards rated twice',
      met: 'no higher rating after controls',
      unmet: 'a higher rating after controls',
    },
  );
}

/** A residual risk without a rating does not pass, because it is not known to be below any band. */
export function noResidualIsVeryHigh({ hazards }: Facts): Verdict {
  if (hazards.length === 0) return noHazards;
  const unrated = hazards.filter(({ after }) => after === null);
  const veryHigh = hazards.filter(({ after }) => bandOf(after) === 'very_high');
  const told = [
    someOf(veryHigh, hazards, 'left in the very high band', ({ name, after }) => `${name} (${after})`),
    someOf(unrated, hazards, 'without a residual rating', ({ name }) => name),
  ].filter((part) => part !== '');
  return told.length === 0
    ? passed(`None of ${count(hazards.length, 'hazard')} is left in the very high band.`)
    : failed(`${told.join('; ')}.`);
}

export function severityFallsByStrongControls({ hazards }: Facts): Verdict {
  return checkEach(
    hazards.filter((hazard) => hazard.severityFell),
    (hazard) => hazard.hasStrongControl,
    {
      of: 'hazard whose severity falls',
      plural: 'hazards whose severity falls',
      met: 'an elimination, substitution or engineering control',
      unmet: 'nothing above administrative controls',
    },
  );
}

export function highResidualsAreAccepted({ hazards }: Facts): Verdict {
  return checkEach(
    hazards.filter(({ after }) => after !== null && after >= high),
    (hazard) => hazard.isAccepted,
    {
      of: `hazard with a residual rating of ${high} or more`,
      plural: `hazards with a residual rating of ${high} or more`,
      met: 'a written acceptance',
      unmet: 'no written acceptance',
    },
  );
}

const noHazards = notApplicable('The document has no hazards.');

function someOf(
  some: readonly Hazard[],
  all: readonly Hazard[],
  how: string,
  show: (hazard: Hazard) => string,
): string {
  return some.length === 0 ? '' : `${some.length} of ${count(all.length, 'hazard')} ${how}: ${names(some.map(show))}`;
}
