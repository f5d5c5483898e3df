/** HOT: the fire watch and the final check of hot work (HSG168; contract, Permit to work). */
import type { JsonObject } from '../../base/json.ts';
import type { Facts } from '../facts.ts';
import { members, number, words } from '../text.ts';
import { failed, isMethod, notApplicable, passed, type Verdict } from '../verdict.ts';

const leastWatch = 60;
const sections = ['fire_arrangements', 'permits_required', 'permit_conditions'] as const;

/**
 * Minutes or hours of fire watch: on a permit what was watched, or what is required if there was no watch yet; in a method statement what
 * its text says.
 */
export function fireWatchIsLongEnough(facts: Facts): Verdict {
  const permit = hotWorkPermit(facts);
  if (permit) {
    const watch = members(permit['fire_watch']);
    const observed = number(watch['observed_minutes']);
    const minutes = observed ?? number(watch['required_minutes']);
    if (minutes === null) return failed(`The permit has no fire watch; at least ${leastWatch} minutes are needed.`);
    const detail = `A fire watch of ${minutes} minutes ${observed === null ? 'is demanded' : 'was kept'}, at least ${leastWatch} are needed.`;
    return minutes >= leastWatch ? passed(detail) : failed(detail);
  }
  if (!isMethod(facts) || !facts.hazards.some(({ category }) => category === 'hot_work'))
    return notApplicable('The document describes no hot work.');
  const minutes = minutesSaid(sections.map((type) => facts.sections.get(type)?.text ?? '').join('\n'));
  if (minutes === null)
    return failed(`No length of a fire watch is stated; at least ${leastWatch} minutes are needed.`);
  const detail = `A fire watch of ${minutes} minutes is stated, at least ${leastWatch} are needed.`;
  return minutes >= leastWatch ? passed(detail) : failed(detail);
}

/** A shortfall that someone else accepted in writing earns half of the weight. */
export function finalCheckIsLateEnough(facts: Facts): Verdict {
  const permit = hotWorkPermit(facts);
  if (!permit) return notApplicable('The document is not a hot work permit.');
  const check = members(permit['final_check']);
  const asked = number(check['required_minutes']);
  const least = Math.max(facts.settings.permit.hot_work_final_check_minutes, asked ?? 0);
  if (least === 0) return notApplicable('No final check is demanded after hot work.');
  const minutes = number(check['minutes_after_work']) ?? asked;
  if (minutes === null) return failed(`There is no final check; it is due ${least} minutes after the work.`);
  if (minutes >= least) return passed(`The final check is ${minutes} of ${least} minutes after the work.`);
  const by = acceptedBy(permit, facts);
  return by === ''
    ? failed(
        `The final check was ${minutes} of ${least} minutes after the work, and no one but the issuer accepted that in writing.`,
      )
    : failed(`The final check was ${minutes} of ${least} minutes after the work; ${by} accepted that in writing.`, 0.5);
}

function hotWorkPermit({ documentType, permit, hazards }: Facts): JsonObject | null {
  if (documentType !== 'permit') return null;
  const isHot =
    permit?.['permit_type'] === 'hot_work' ||
    hazards.some(({ category, permitType }) => category === 'hot_work' || permitType === 'hot_work');
  return isHot ? (permit ?? {}) : null;
}

/** Who accepted the shortfall; empty if no one did, or only a person who had issued the permit. */
function acceptedBy(permit: JsonObject, { people }: Facts): string {
  const exception = members(permit['closure_exception']);
  const rule = words(exception['rule']);
  if (words(exception['reason']) === '' || (rule !== '' && !rule.includes('final_check'))) return '';
  const [by, issuer] = [members(exception['accepted_by']), members(permit['authorised_by'])];
  const sameId = words(by['id']) !== '' && words(by['id']) === words(issuer['id']);
  const issuers = [
    words(issuer['name']),
    ...people.filter(({ role }) => role === 'permit_issuer').map(({ name }) => name),
  ];
  const name = words(by['name']);
  return sameId || issuers.includes(name) ? '' : name;
}

/** The longest duration, in minutes, in a line that mentions a fire watch. */
function minutesSaid(text: string): number | null {
  const lines = text.split('\n').filter((line) => /fire[\s-]?watch/i.test(line));
  const times = lines.flatMap((line) => [...line.matchAll(/\b(\d{1,4})[\s-]?(min|h(?:ou)?rs?\b)/gi)]);
  const minutes = times.map(([, figure, unit = '']) => Number(figure) * (/^h/i.test(unit) ? 60 : 1));
  return minutes.length > 0 ? Math.max(...minutes) : null;
}
