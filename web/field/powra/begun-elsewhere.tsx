/** Leads to the checks that are under way for another site: the lists of this one do not have their work. */
import { useEffect, useState } from 'preact/hooks';
import { serverTime } from '../base/clock.ts';
import { readKept } from '../base/kept.ts';
import { useSite } from '../base/site.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { powraWords } from '../words/en-powra.ts';
import { checkPrefix, checksBegun, isUnderWay } from './begun.ts';
import type { Check } from './check.ts';

type Found = readonly (readonly [document: string, site: string])[];

export function BegunElsewhere() {
  const site = useSite().site?.id;
  const words = useWords(powraWords);
  const [found, setFound] = useState<Found>([]);
  useEffect(() => {
    if (site) void checksElsewhere(site, serverTime()).then(setFound, () => setFound([]));
  }, [site]);
  return (
    <>
      {found.map(([document, name]) => (
        <Banner href={`/powra/${document}`} key={document} tone="care">
          {words.begunAt(name)}
        </Banner>
      ))}
    </>
  );
}

async function checksElsewhere(site: string, now: number): Promise<Found> {
  const found: (readonly [string, string])[] = [];
  for (const key of await checksBegun()) {
    const kept = await readKept<Check>(key);
    if (isUnderWay(kept, now) && kept.site.id !== site) found.push([key.slice(checkPrefix.length), kept.site.name]);
  }
  return found;
}
