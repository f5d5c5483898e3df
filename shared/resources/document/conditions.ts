/**
 * The conditions of an approval as they are now. A version is frozen with them; what was said of them since is beside it, in the document,
 * and the last word counts. Tablet, office and prints show them by this.
 */
import type { Document } from './shape.ts';
import type { Version } from './version.ts';

type Frozen = Version['conditions'][number];
export type ConditionMark = NonNullable<Document['condition_marks']>[number];
export type OpenCondition = NonNullable<Document['conditions_open']>[number];

export interface Condition extends Frozen {
  /** From 1, in the order of the approval. */
  readonly number: number;
  /** The last word on it since the approval; undefined = none. */
  readonly mark?: ConditionMark | undefined;
  /** How many words since then. */
  readonly said: number;
}

export function conditionsNow(
  { version, conditions }: Pick<Version, 'version' | 'conditions'>,
  marks: readonly ConditionMark[] | null | undefined,
): readonly Condition[] {
  return conditions.map((frozen, i) => {
    const number = i + 1;
    const words = marks?.filter((each) => each.version === version && each.condition === number) ?? [];
    const [mark, said] = [words.at(-1), words.length];
    if (!mark) return { ...frozen, number, said };
    return { ...frozen, number, mark, said, met_on: mark.met ? mark.at : null, met_by: mark.met ? mark.by : null };
  });
}

/** What is still to be met. `known` = what was open before, of the same version: who was told of it stays told. */
export function openConditions(
  conditions: readonly Condition[],
  known: readonly Pick<OpenCondition, 'condition' | 'told'>[] | undefined,
): OpenCondition[] {
  return conditions.filter(isUnmet).map((each) => ({
    condition: each.number,
    due_on: dueDay(each),
    told: known?.find(({ condition }) => condition === each.number)?.told ?? false,
  }));
}

/** That a condition is not met after all, for the version that keeps it. */
type Carried = Omit<ConditionMark, 'version'>;

/**
 * The conditions of a version: those that its approval puts, then, where it is a minor change of `before`, what is still to be met of that.
 * `open` = which of them are to be met; who was told that the day of one is over stays told. `marks` = the last one on each of `before`.
 */
export function approvedOn(
  anew: readonly Frozen[],
  before: Pick<Version, 'version' | 'conditions'> | null,
  { condition_marks: marks, conditions_open: told }: Pick<Document, 'condition_marks' | 'conditions_open'>,
): { readonly conditions: Frozen[]; readonly open: OpenCondition[]; readonly marks: readonly Carried[] } {
  const unmet = before ? conditionsNow(before, marks).filter(isUnmet) : [];
  const kept = unmet.filter(({ text }) => !anew.some((each) => each.text === text));
  const conditions = [...anew, ...kept.map(({ text, due_on }) => ({ text, ...(due_on != null && { due_on }) }))];
  const now = conditionsNow({ version: 0, conditions }, []);
  const same = now.flatMap((each) => {
    const was = unmet.find(({ text }) => text === each.text);
    return was ? [{ was, condition: each.number, hasSameDay: dueDay(was) === dueDay(each) }] : [];
  });
  const known = same.map(({ was, condition, hasSameDay }) => ({
    condition,
    told: (hasSameDay && told?.find((each) => each.condition === was.number)?.told) ?? false,
  }));
  const carried = same.flatMap(({ was: { mark }, condition }) => (mark ? [{ ...mark, condition }] : []));
  return { conditions, open: openConditions(now, known), marks: carried };
}

/** Whether it is still to be met. */
export function isUnmet({ met_on: met }: Pick<Frozen, 'met_on'>): boolean {
  return !met;
}

/** By whether their day, `2026-12-10`, is over, which goes by the time zone of the organisation. */
export function toBeMet(
  conditions: readonly Condition[],
  isOver: (day: string) => boolean,
): { readonly late: readonly Condition[]; readonly open: readonly Condition[]; readonly met: readonly Condition[] } {
  const unmet = conditions.filter(isUnmet);
  const isLate = (condition: Condition, due = dueDay(condition)): boolean => due !== null && isOver(due);
  return {
    late: unmet.filter((each) => isLate(each)),
    open: unmet.filter((each) => !isLate(each)),
    met: conditions.filter((each) => !isUnmet(each)),
  };
}

/** `2026-12-10`; null where what was written is no day. */
export function dueDay({ due_on: due }: Pick<Frozen, 'due_on'>): string | null {
  const isDay = due != null && /^\d{4}-\d\d-\d\d$/.test(due) && !Number.isNaN(Date.parse(due));
  return isDay ? due : null;
}

/** "The scaffold tag is renewed, until 10 Dec". `until` = the same words of the day, or of what was written in its place. */
export function conditionWords({ text }: Pick<Frozen, 'text'>, until: string | null | undefined): string {
  return until ? `${text.trimEnd().replace(/\.$/, '')}, ${until}` : text;
}
