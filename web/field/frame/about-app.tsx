/** What the browser does, or does not do, with the app: it forgets it, does not open it without signal, or has a new version of it. */
import { opensOffline, updateReady } from '../base/keep-offline.ts';
import { isPrivate } from './private-window.ts';
import { useSignal } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { Banner } from './banner.tsx';

export function AboutApp() {
  const words = useWords();
  const canOpenOffline = useSignal(opensOffline);
  const forgets = useSignal(isPrivate);
  const isUpdated = useSignal(updateReady);
  return (
    <>
      {forgets && <Banner tone="stop">{words.privateWindow}</Banner>}
      {!canOpenOffline && <Banner tone="care">{words.needsSignal}</Banner>}
      {isUpdated && (
        <Banner icon="refresh-cw" tone="act">
          {words.updateReady}
        </Banner>
      )}
    </>
  );
}
