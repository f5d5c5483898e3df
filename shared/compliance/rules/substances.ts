/** SUB: hazardous substances and dust (COSHH Regulations 2002, regulations 6, 7 and 11). */
import contentRules from '../../reference/content-rules.json' with { type: 'json' };
import type { Facts } from '../facts.ts';
import { count, failed, checkEach, notApplicable, passed, type Verdict } from '../verdict.ts';

const substances: ReadonlySet<string> = new Set(['hazardous_substances', 'dust_silica']);

export function substancesAreAssessed({ documentType, hazards, assessments }: Facts): Verdict {
  const ofSubstances = hazards.filter(({ category }) => substances.has(category));
  const isSet = documentType === 'coshh' && contentRules.coshh.min_coshh > 0;
  if (ofSubstances.length === 0 && !isSet) return notApplicable('No hazard is a substance or dust.');
  const detail = `${count(ofSubstances.length, 'hazard')} of substances or dust and ${count(assessments.length, 'COSHH assessment')}.`;
  return assessments.length > 0 ? passed(detail) : failed(detail);
}

export function surveillanceIsDecided({ assessments }: Facts): Verdict {
  return checkEach(
    assessments.filter((assessment) => assessment.sensitisesOrCausesCancer),
    (assessment) => assessment.surveillanceDecided,
    {
      of: 'sensitising or cancer-causing substance',
      met: 'a health surveillance decision',
      unmet: 'neither health surveillance nor a reason why it is not needed',
    },
  );
}

export function fitTestsAreRequired({ assessments }: Facts): Verdict {
  return checkEach(
    assessments.filter((assessment) => assessment.hasTightFittingRpe),
    (assessment) => assessment.fitTestRequired,
    {
      of: 'substance with tight fitting RPE',
      plural: 'substances with tight fitting RPE',
      met: 'a fit test requirement',
      unmet: 'no fit test requirement',
    },
  );
}
