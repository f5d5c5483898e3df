/** Says that the clock of the tablet is wrong, on screens that count down, and that the times on them are right. */
import { clockLimitMs } from '../base/clock.ts';
import { replica } from '../base/device.ts';
import { useLive } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { Banner } from './banner.tsx';

export function ClockNote() {
  const words = useWords();
  const { clockOffsetMs: ahead } = useLive('status', () => replica().status$) ?? replica().status;
  if (ahead === null || Math.abs(ahead) <= clockLimitMs) return null;
  return (
    <Banner icon="clock" tone="care">
      {words.clockCorrected(Math.round(Math.abs(ahead) / 60_000), ahead > 0)}
    </Banner>
  );
}
