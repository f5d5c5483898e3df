/** How far the first fetch of a tablet is, once it takes long. */
import { useAfter } from '../../ui/states.tsx';
import { replica } from '../base/device.ts';
import { useLive } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { enrolWords } from '../words/en-enrol.ts';

const slowMs = 5000;

export function FirstFetch() {
  return useAfter(slowMs) ? <SoFar /> : null;
}

/** The server tells no total before the last page. */
function SoFar() {
  const words = useWords(enrolWords);
  const count = useLive('documents', () => replica().documents.watch())?.length ?? 0;
  return (
    <p class="second" role="status">
      {[words.stillLoading, count > 0 && words.documentsSoFar(count)].filter(Boolean).join(' ')}
    </p>
  );
}
