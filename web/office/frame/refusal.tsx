/** Why a change was not taken: the sentence, and below it each thing that is wrong. */
import { Notice } from '../../ui/notice.tsx';
import type { Work } from '../base/work.ts';

export function Refusal({ of: { refusal, details } }: { readonly of: Pick<Work, 'refusal' | 'details'> }) {
  if (refusal === null) return null;
  return (
    <Notice tone="stop">
      {refusal}
      {details.length > 0 && (
        <ul class="bullets">
          {details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
