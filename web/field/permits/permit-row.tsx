/** One permit in a list, with the time it has left. */
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { useWords } from '../base/words.ts';
import { Row } from '../frame/row.tsx';
import { TimeLeft } from './time/time-left.tsx';

/** @param now ms since 1970 */
export function PermitRow({ permit, now }: { readonly permit: Shown<'permit'>; readonly now: number }) {
  const words = useWords();
  return (
    <Row
      below={[permit.permit_number, permit.location, permit.refused && words.needsYou(1)].filter(Boolean).join(' · ')}
      end={<TimeLeft now={now} permit={permit} />}
      href={`/permits/${permit.id}`}
      icon="shield-check"
      title={words.permitTypes[permit.permit_type] ?? permit.permit_type}
    />
  );
}
