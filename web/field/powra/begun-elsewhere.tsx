/** Leads to the checks that were begun today at another site: the lists of this one do not have their work. */
import { useEffect, useState } from 'preact/hooks';
import { serverTime } from '../base/clock.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { powraWords } from '../words/en-powra.ts';
import { checksElsewhere } from './begun.ts';

export function BegunElsewhere({ site }: { readonly site: string }) {
  const words = useWords(powraWords);
  const [found, setFound] = useState<readonly (readonly [document: string, name: string])[]>([]);
  useEffect(() => void checksElsewhere(site, serverTime()).then(setFound, () => setFound([])), [site]);
  return found.map(([document, name]) => (
    <Banner href={`/powra/${document}`} key={document} tone="care">
      {words.begunAt(name)}
    </Banner>
  ));
}
