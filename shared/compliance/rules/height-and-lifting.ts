/** WAH, LFT, WTH: work at height, lifting, and the weather for both (Work at Height Regulations 2005, LOLER 1998). */
import type { Facts } from '../facts.ts';
import { isFilled } from '../sections.ts';
import { failed, isMethod, notApplicable, onlyForMethods, passed, type Verdict } from '../verdict.ts';

const height: ReadonlySet<string> = new Set(['work_at_height', 'fragile_surfaces']);
const isHeight = ({ hazards }: Facts): boolean => hazards.some(({ category }) => height.has(category));
const isLifting = ({ hazards }: Facts): boolean => hazards.some(({ category }) => category === 'lifting_operations');

export function heightHasRescuePlan(facts: Facts): Verdict {
  if (!isMethod(facts)) return onlyForMethods;
  if (!isHeight(facts)) return notApplicable('No hazard is work at height.');
  const plan = facts.sections.get('rescue_plan');
  return isFilled(plan)
    ? passed(`The rescue plan says what is done in ${plan.entries === 1 ? '1 step' : `${plan.entries} steps`}.`)
    : failed('There is work at height and no rescue plan.');
}

const weight = /\d\s*(?:kg|kilos?|kilogrammes?|t|te|tonnes?)\b/i;
const radius = /\bradius\b/i;
const capacity = /\b(?:capacity|swl|wll|safe working load|rated load)\b/i;

export function liftingIsArranged(facts: Facts): Verdict {
  if (!isMethod(facts)) return onlyForMethods;
  if (!isLifting(facts)) return notApplicable('No hazard is a lifting operation.');
  // `crane_capacity_at_radius` consists of three words here.
  const text = (facts.sections.get('lifting_arrangements')?.text ?? '').replaceAll('_', ' ');
  const leader = facts.people.find(({ role }) => role === 'appointed_person' || role === 'crane_supervisor');
  const parts = [
    ['a weight in kg or tonnes', weight.test(text)],
    ['the radius', radius.test(text)],
    ['the capacity', capacity.test(text)],
    ['an appointed person or crane supervisor', leader !== undefined],
  ] as const;
  const open = parts.filter(([, isThere]) => !isThere).map(([what]) => what);
  return open.length === 0
    ? passed(`Weight, radius and capacity are given, and ${leader?.name} leads the lift.`)
    : failed(`${open.length} of ${parts.length} missing from the lifting arrangements: ${open.join(', ')}.`);
}

const indoors = /\b(?:indoors?|inside the building|not exposed to (?:the )?weather)\b/i;

/** No field says whether the work is outdoors, so it counts as outdoors unless the section says otherwise. */
export function weatherLimitsAreNumbers(facts: Facts): Verdict {
  if (!isMethod(facts)) return onlyForMethods;
  if (!isHeight(facts) && !isLifting(facts)) return notApplicable('No hazard is work at height or lifting.');
  const limits = facts.sections.get('weather_limits');
  if (!limits?.text)
    return failed('There is lifting or work at height and no weather limit; for work indoors, say so there.');
  const withNumber = limits.text.split('\n').filter((line) => /\d/.test(line)).length;
  if (withNumber > 0) return passed(`The weather limits are given in numbers (${withNumber}).`);
  if (indoors.test(limits.text)) return notApplicable('The weather limits say that the work is indoors.');
  return failed('None of the weather limits is a number.');
}
