/** Why what was pressed was not done. */
import { Notice } from '../ui/notice.tsx';
import type { Invited } from './use-invitation.ts';

export function Refused({ of: { refusal, details } }: { readonly of: Pick<Invited, 'refusal' | 'details'> }) {
  if (refusal === null) return null;
  return (
    <Notice details={details} tone="stop">
      {refusal}
    </Notice>
  );
}
