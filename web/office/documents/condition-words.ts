/** A condition of an approval in words: what has to be met, until when, and what was said of it last. */
import { conditionWords, dueDay, type Condition } from '../../../shared/resources/document/conditions.ts';
import { atTime, onDay } from '../base/times.ts';

/** Without its day and its full stop. */
export function conditionIn({ text }: Condition): string {
  return text.trimEnd().replace(/\.$/, '');
}

/** "The tag is renewed, until 10 Dec" or "The tag is renewed, met: Ann Lee, 9 Dec 07:12: “Tag 4711.”" */
export function conditionLine(condition: Condition): string {
  const { mark, met_on: met } = condition;
  if (!mark) return conditionWords(condition, met ? 'met' : untilWords(condition));
  const who = `${mark.by.name}, ${atTime(mark.at)}`;
  const why = mark.note ? `“${mark.note}”` : '';
  if (mark.met) return conditionWords(condition, [`met: ${who}`, why].filter(Boolean).join(': '));
  const open = conditionWords(condition, untilWords(condition)).replace(/\.$/, '');
  return `${open}. ${who}: ${['not met', why].filter(Boolean).join(', ')}`;
}

/** With its day, also where it is met. */
export function conditionInFull(condition: Condition): string {
  const until = untilWords(condition);
  return conditionLine(
    condition.met_on && until ? { ...condition, text: `${conditionIn(condition)}, ${until}` } : condition,
  );
}

export function conditionVerb({ met_on: met }: Condition): string {
  return met ? 'Not met after all' : 'Mark as met';
}

function untilWords(condition: Condition): string {
  const due = dueDay(condition);
  const end = due === null ? condition.due_on : onDay(due);
  return end ? `until ${end}` : '';
}
