/** Says that permits were begun on this tablet and not asked for: nobody but this tablet has them. */
import { useEffect } from 'preact/hooks';
import { useSignal } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { permitWords } from '../words/en-permits.ts';
import { begunPermits } from './kept-request.ts';

export function BegunBanner() {
  const { askPermit, notAskedYet } = useWords(permitWords);
  const permits = Object.keys(useSignal(begunPermits)).length;
  useEffect(() => void begunPermits.read(), []);
  return permits === 0 ? null : (
    <Banner href="/permits/new" tone="care">
      {askPermit}: {notAskedYet}
    </Banner>
  );
}
