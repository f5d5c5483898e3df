/** EXC, SEQ, CHG, BRF: excavation, sequence of work, changes, and the briefing (contract, Compliance check). */
import type { Facts } from '../facts.ts';
import { isFilled } from '../sections.ts';
import { count, failed, isMethod, notApplicable, onlyForMethods, passed, type Verdict } from '../verdict.ts';

const digging: ReadonlySet<string> = new Set(['excavation', 'buried_services']);
const permitToDig = /\bpermit to (?:dig|excavate|break ground)\b|\b(?:dig|excavation) permit\b/i;

/** Every excavation counts as close to services until a survey has been done (HSG47). */
export function excavationHasServicesAndPermit(facts: Facts): Verdict {
  if (!isMethod(facts)) return onlyForMethods;
  const { hazards, sections } = facts;
  if (!hazards.some(({ category }) => digging.has(category))) return notApplicable('No hazard is an excavation.');
  const parts = [
    ['information on buried services', isFilled(sections.get('services_information'))],
    [
      'a permit to dig',
      hazards.some(({ permitType }) => permitType === 'dig') ||
        permitToDig.test(sections.get('permits_required')?.text ?? ''),
    ],
  ] as const;
  const open = parts.filter(([, isThere]) => !isThere).map(([what]) => what);
  return open.length === 0
    ? passed('Information on buried services and a permit to dig are there.')
    : failed(`${open.length} of ${parts.length} missing for the excavation: ${open.join(', ')}.`);
}

export function highRiskSequenceHasHoldPoints(facts: Facts): Verdict {
  if (!isMethod(facts)) return onlyForMethods;
  const highest = Math.max(0, ...facts.hazards.map(({ before }) => before ?? 0));
  if (highest < 10) return notApplicable('No hazard is rated 10 or more before its controls.');
  const points =
    (facts.sections.get('sequence_of_works')?.holdPoints ?? 0) + (facts.sections.get('hold_points')?.entries ?? 0);
  return points > 0
    ? passed(`The sequence has ${count(points, 'hold point')}.`)
    : failed(`The sequence has no hold point, with a hazard rated ${highest}.`);
}

export function changeRuleIsStated(facts: Facts): Verdict {
  if (!isMethod(facts)) return onlyForMethods;
  return isFilled(facts.sections.get('change_management'))
    ? passed('The document says what happens when the work changes.')
    : failed('The document does not say what happens when the work changes, and who is briefed again.');
}

export function briefingChecksUnderstanding({ documentType, sections, settings }: Facts): Verdict {
  const always = documentType === 'rams' || documentType === 'toolbox_talk';
  if (!always && settings.signoff.understanding_check !== 'required')
    return notApplicable('No understanding check is required for documents of this type.');
  const check = sections.get('understanding_check');
  return isFilled(check)
    ? passed(`The understanding check has ${count(check.entries, 'question')}.`)
    : failed('There is no understanding check with at least 1 question.');
}
