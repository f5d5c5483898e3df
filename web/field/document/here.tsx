/** Who else has the document open now, as long as there is signal: names only. */
import { useEffect, useState } from 'preact/hooks';
import { watchPresence } from '../../../client-sdk/presence.ts';
import { Icon } from '../../ui/icon.tsx';
import { tablet } from '../base/device.ts';
import { useSignal } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { readingWords } from '../words/en-reading.ts';

export function Here({ document }: { readonly document: string }) {
  const words = useWords(readingWords);
  const state = useSignal(tablet);
  const token = state.is === 'open' ? state.enrolment.token : null;
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    if (token === null) return undefined;
    return watchPresence({
      server: location.origin,
      token,
      document,
      onPeople: (people) => setNames(people.map(({ name }) => name)),
    });
  }, [token, document]);
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
