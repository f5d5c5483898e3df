/** Who else has the document open now, as long as there is signal: names only. Others see this tablet, and which entry is edited here. */
import { useEffect } from 'preact/hooks';
import { watchServer, type Watch } from '../../../client-sdk/presence.ts';
import { Icon } from '../../ui/icon.tsx';
import { tablet } from '../base/device.ts';
import { signal, useSignal } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { readingWords } from '../words/en-reading.ts';

/** `entry` = what is edited on this screen; null = it is read. */
export function Here({ document, entry = null }: { readonly document: string; readonly entry?: string | null }) {
  const words = useWords(readingWords);
  const state = useSignal(tablet);
  const token = state.is === 'open' ? state.enrolment.token : null;
  const names = useSignal(others);
  useEffect(() => (token === null ? undefined : beAt(token, document, entry)), [token, document, entry]);
  return (
    <p class={names.length > 0 ? 'line second' : 'unseen'} role="status">
      {names.length > 0 && (
        <>
          <Icon name="eye" size={24} /> {words.alsoOpen(names.join(', '))}
        </>
      )}
    </p>
  );
}

interface Place {
  readonly token: string;
  readonly document: string;
  readonly watch: Watch;
}

/** From one screen of a document to the next the tablet does not leave it. */
const lingersMs = 1_000;
const others = signal<readonly string[]>([]);
let place: Place | null = null;
let leaving: ReturnType<typeof setTimeout> | undefined;

/** Until what is returned is called. */
function beAt(token: string, document: string, entry: string | null): () => void {
  clearTimeout(leaving);
  if (place?.token !== token || place.document !== document) {
    leave();
    const onPeople = (people: readonly { readonly name: string }[]): void => others.set(people.map(({ name }) => name));
    place = { token, document, watch: watchServer({ server: location.origin, token, onPeople }) };
  }
  place.watch.open(document, entry);
  return () => {
    leaving = setTimeout(leave, lingersMs);
  };
}

function leave(): void {
  place?.watch.close();
  place = null;
  others.set([]);
}
