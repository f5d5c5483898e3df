/** Why the server did not take something, for the person who has to decide what becomes of it. */
import type { OutboxItem } from '../../../client-sdk/outbox.ts';
import { plain } from '../base/content.ts';
import type { sendingWords } from '../words/en-sending.ts';

type Words = Pick<typeof sendingWords, 'refusals' | 'needs'>;
type Refusal = NonNullable<OutboxItem['reason']>;

/** In words of its own where there are some; else as the server said it, field by field where fields are wrong. */
export function whyNotTaken(refusal: Refusal, words: Words): string {
  const fields = errorsOf(refusal).map(({ pointer, detail }) => `${plain(pointer.split('/').at(-1) ?? '')} ${detail}.`);
  return words.refusals[refusal.code] ?? words.needs(fields.length > 0 ? fields.join(' ') : refusal.detail);
}

interface FieldError {
  readonly pointer: string;
  readonly detail: string;
}

function errorsOf({ errors }: Refusal): readonly FieldError[] {
  return Array.isArray(errors) ? errors.filter(isFieldError) : [];
}

function isFieldError(error: unknown): error is FieldError {
  const { pointer, detail } = (error ?? {}) as Partial<FieldError>; // of any server
  return typeof pointer === 'string' && typeof detail === 'string';
}
