/** What a contractor is asked for: which documents, until when, and in which words. */
import { useState } from 'preact/hooks';
import { CheckField, TextField } from '../../ui/field.tsx';
import type { Rest } from '../base/attempt.ts';
import { documentTypes, type DocumentType } from '../documents/types.ts';

type Submission = Awaited<ReturnType<Rest['getSubmission']>>;
export type Asked = Pick<Submission, 'required_document_types' | 'deadline' | 'instructions'>;

export type Ask = ReturnType<typeof useAsk>;

export function useAsk(start: Asked) {
  const [types, setTypes] = useState<readonly DocumentType[]>(start.required_document_types);
  const [deadline, setDeadline] = useState(start.deadline ?? '');
  const [instructions, setInstructions] = useState(start.instructions ?? '');
  return {
    has: (type: DocumentType): boolean => types.includes(type),
    choose: (type: DocumentType, is: boolean): void =>
      setTypes(is ? [...types, type] : types.filter((each) => each !== type)),
    deadline: { value: deadline, onInput: setDeadline },
    instructions: { value: instructions, onInput: setInstructions },
    /** In the order in which they are offered. */
    written: () => ({
      required_document_types: documentTypes.flatMap(([type]) => (types.includes(type) ? [type] : [])),
      deadline: deadline || null,
      instructions: instructions.trim() || null,
    }),
  };
}

export function AskFields({ of: ask }: { readonly of: Ask }) {
  return (
    <>
      <fieldset class="form">
        <legend>
          <b>Documents that are needed</b>
        </legend>
        {documentTypes.map(([type, word]) => (
          <CheckField checked={ask.has(type)} key={type} label={word} onInput={(is) => ask.choose(type, is)} />
        ))}
      </fieldset>
      <TextField
        {...ask.deadline}
        help="The last day that is in time. The link in the mail works 30 days longer."
        label="Until"
        name="deadline"
        optional
        type="date"
      />
      <TextField
        {...ask.instructions}
        help="The contractor reads this in the mail, and on the page that it leads to: also how to send you the files."
        label="Instructions"
        name="instructions"
        optional
        rows={3}
      />
    </>
  );
}
