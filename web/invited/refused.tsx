/** Why what was pressed was not done. */
import { Notice } from '../ui/notice.tsx';
import type { Invited } from './use-invitation.ts';

export function Refused({ of: { refusal, details } }: { readonly of: Pick<Invited, 'refusal' | 'details'> }) {
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
