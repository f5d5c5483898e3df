/** Says of a condition that it is met, and how; or that it is not met after all, and why. */
import { useState } from 'preact/hooks';
import type { Condition } from '../../../shared/resources/document/conditions.ts';
import { TextField } from '../../ui/field.tsx';
import { tell } from '../../ui/toasts.tsx';
import type { Rest } from '../base/attempt.ts';
import { useForm } from '../base/form.ts';
import { FormDialog } from '../frame/form-dialog.tsx';
import { conditionLine, conditionVerb } from './condition-words.ts';

export function MarkCondition({
  document,
  version,
  condition,
  again,
  onClose,
}: {
  readonly document: string;
  readonly version: number;
  readonly condition: Condition;
  readonly again: () => void;
  readonly onClose: () => void;
}) {
  const form = useForm({ note: '' });
  // As it was when they asked: if somebody else says so meanwhile, the press does not say the opposite.
  const [{ isMet, line, verb, seen }] = useState({
    isMet: Boolean(condition.met_on),
    line: conditionLine(condition),
    verb: conditionVerb(condition),
    seen: condition.said,
  });
  const save = async (attempt: Rest): Promise<void> => {
    const body = { version, condition: condition.number, note: form.values.note.trim() || null, seen };
    if (isMet) await attempt.reopenCondition({ document, body });
    else await attempt.meetCondition({ document, body });
    tell(isMet ? 'The condition has to be met again.' : 'The condition is met.');
    again();
  };
  return (
    <FormDialog isStep onClose={onClose} save={save} title={verb} verb={verb}>
      <p>
        <b>{line}</b>
      </p>
      <p>
        {isMet
          ? 'Tablets and prints show it as a condition to meet again. What was said before stays on record.'
          : 'Tablets and prints show it as met, with your name and the time. The approved version itself stays as it is.'}
      </p>
      <TextField {...form.field('note')} autofocus label={isMet ? 'Why not?' : 'How was it met?'} optional rows={2} />
    </FormDialog>
  );
}
