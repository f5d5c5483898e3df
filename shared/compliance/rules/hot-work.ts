/** HOT: the fire watch, the checks after it and the final check of hot work (HSG168; contract, Permit to work). */
import type { JsonObject } from '../../base/json.ts';
import { checkedMs } from '../../model/closing-checks.ts';
import type { Facts } from '../facts.ts';
import { list, members, number, words } from '../text.ts';
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
  const { rule, detail, isMet } = closingChecks(permit, facts) ?? finalCheck(permit, facts) ?? noCheck;
  if (rule === '') return notApplicable(detail);
  if (isMet) return passed(detail);
  const by = acceptedBy(permit, facts, rule);
  return by === ''
    ? failed(`${detail.replace(/\.$/, '')}, and no one but the issuer accepted that in writing.`)
    : failed(`${detail.replace(/\.$/, '')}; ${by} accepted that in writing.`, 0.5);
}

interface Judged {
  /** What an exception calls it. */
  readonly rule: string;
  readonly detail: string;
  readonly isMet: boolean;
}

const noCheck: Judged = { rule: '', detail: 'No final check is demanded after hot work.', isMet: true };

/** Null where nobody demands one. */
function finalCheck(permit: JsonObject, { settings }: Facts): Judged | null {
  const check = members(permit['final_check']);
  const asked = number(check['required_minutes']);
  const least = Math.max(settings.permit.hot_work_final_check_minutes, asked ?? 0);
  if (least === 0) return null;
  const rule = 'final_check';
  const minutes = number(check['minutes_after_work']) ?? asked;
  if (minutes === null)
    return { rule, detail: `There is no final check; it is due ${least} minutes after the work.`, isMet: false };
  const verb = minutes >= least ? 'is' : 'was';
  return {
    rule,
    detail: `The final check ${verb} ${minutes} of ${least} minutes after the work.`,
    isMet: minutes >= least,
  };
}

/** Null where the permit neither demands nor records any, and where they are as they have to be: then the final check decides. */
function closingChecks(permit: JsonObject, { settings }: Facts): Judged | null {
  const made = list(permit['closing_checks']).map((check) => timeOf(members(check)['checked_at']));
  const asked = number(permit['closing_check_minutes']);
  const watch = members(permit['fire_watch']);
  const begun = timeOf(watch['ended_at']);
  // Planned, and not due yet.
  const isDue = made.length > 0 || (asked !== null && begun !== null);
  if (!isDue) return null;
  const least = asked ?? settings.permit.hot_work_check_minutes;
  const every = number(permit['closing_check_every_minutes']) ?? settings.permit.hot_work_check_every_minutes;
  const times = made.filter((at) => at !== null);
  const minutes = begun === null ? 0 : Math.floor(checkedMs(begun, times, every).ms / 60_000);
  if (minutes >= least) return null;
  const detail = `After the fire watch the place was checked for ${minutes} of ${least} minutes, at most ${every} minutes apart.`;
  return { rule: 'hot_work_check', detail, isMet: false };
}

/** Ms since 1970; null for anything but a time. */
function timeOf(value: unknown): number | null {
  const ms = Date.parse(words(value));
  return Number.isNaN(ms) ? null : ms;
}

function hotWorkPermit({ documentType, permit, hazards }: Facts): JsonObject | null {
  if (documentType !== 'permit') return null;
  const isHot =
    permit?.['permit_type'] === 'hot_work' ||
    hazards.some(({ category, permitType }) => category === 'hot_work' || permitType === 'hot_work');
  return isHot ? (permit ?? {}) : null;
}

/** Who accepted the shortfall; empty if no one did, or only a person who had issued the permit. */
function acceptedBy(permit: JsonObject, { people }: Facts, shortfall: string): string {
  const exception = members(permit['closure_exception']);
  const rule = words(exception['rule']);
  if (words(exception['reason']) === '' || (rule !== '' && !rule.includes(shortfall))) return '';
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
