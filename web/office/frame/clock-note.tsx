/** Says that the computer's clock is wrong, and that the times on the page are right. */
import { Notice } from '../../ui/notice.tsx';
import { clockAheadMs } from '../base/clock.ts';
import { useNow } from '../base/now.ts';

/** More than that is said. */
const limitMs = 2 * 60_000;

export function ClockNote() {
  useNow();
  const ahead = clockAheadMs();
  if (Math.abs(ahead) <= limitMs) return null;
  return (
    <div class="link-banner">
      <Notice tone="care">
        The clock of this computer is {about(Math.abs(ahead))} {ahead > 0 ? 'fast' : 'slow'}. The times here are right.
      </Notice>
    </div>
  );
}

/** "17 minutes", "3 hours", "12 days" */
function about(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 120) return `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours < 72 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}
