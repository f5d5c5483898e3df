/** Why what was pressed was not done. What was pressed may be at the end of a long page. */
import { useEffect, useRef } from 'preact/hooks';
import { Notice } from '../ui/notice.tsx';
import type { Invited } from './use-invitation.ts';

export function Refused({ of: { refusal, details } }: { readonly of: Pick<Invited, 'refusal' | 'details'> }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.scrollIntoView({ block: 'center' }), [refusal]);
  if (refusal === null) return null;
  return (
    <div ref={box}>
      <Notice details={details} tone="stop">
        {refusal}
      </Notice>
    </div>
  );
}
