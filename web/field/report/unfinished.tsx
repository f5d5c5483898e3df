/** Says that reports were begun on this tablet and not finished: nobody but this tablet has them. */
import { useSignal } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { drafts } from './kept-drafts.ts';

export function Unfinished() {
  const words = useWords();
  const count = Object.keys(useSignal(drafts)).length;
  return count === 0 ? null : (
    <Banner href="/report" tone="care">
      {words.unfinished(count)}
    </Banner>
  );
}
