/** The conditions of an approval that are still to be met, as tablet and office show them. */
import type { Version } from './version.ts';

export type Condition = Version['conditions'][number];

/** By whether their day, `2026-12-10`, is over where the reader is. */
export function toBeMet(
  conditions: readonly Condition[],
  isOver: (day: string) => boolean,
): { readonly late: readonly Condition[]; readonly open: readonly Condition[] } {
  const unmet = conditions.filter(({ met_on: met }) => !met);
  const isLate = (condition: Condition, due = dueDay(condition)): boolean => due !== null && isOver(due);
  return { late: unmet.filter((each) => isLate(each)), open: unmet.filter((each) => !isLate(each)) };
}

/** `2026-12-10`; null where what was written is no day. */
export function dueDay({ due_on: due }: Condition): string | null {
  const isDay = due != null && /^\d{4}-\d\d-\d\d$/.test(due) && !Number.isNaN(Date.parse(due));
  return isDay ? due : null;
}

/** "The scaffold tag is renewed, until 10 Dec". `until` = the same words of the day, or of what was written in its place. */
export function conditionWords({ text }: Condition, until: string | null | undefined): string {
  return until ? `${text.trimEnd().replace(/\.$/, '')}, ${until}` : text;
}
