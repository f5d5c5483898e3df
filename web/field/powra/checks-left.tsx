/** Leads to the checks that Today does not: those under way for another site, and those that were decided and could not be recorded. */
import { useEffect, useState } from 'preact/hooks';
import { serverTime } from '../base/clock.ts';
import { readKept } from '../base/kept.ts';
import { useSite } from '../base/site.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { powraWords } from '../words/en-powra.ts';
import { checkPrefix, checksBegun, isUnderWay } from './begun.ts';
import type { Check } from './kept-check.ts';

interface Left {
  /** Of the work that the check is for. */
  readonly document: string;
  /** Name of its site. */
  readonly site: string;
  readonly isDecided: boolean;
}

export function useChecksLeft(): readonly Left[] {
  const { site, sites } = useSite();
  const isRead = sites !== undefined;
  const [left, setLeft] = useState<readonly Left[]>([]);
  useEffect(() => {
    if (isRead) void checksLeft(site?.id, serverTime()).then(setLeft, () => setLeft([]));
  }, [site?.id, isRead]);
  return left;
}

export function ChecksLeft() {
  const words = useWords(powraWords);
  return (
    <>
      {useChecksLeft().map(({ document, site, isDecided }) => (
        <Banner href={`/powra/${document}`} key={document} tone="care">
          {isDecided ? words.decidedAt(site) : words.begunAt(site)}
        </Banner>
      ))}
    </>
  );
}

/** `site` = of the tablet. */
async function checksLeft(site: string | undefined, now: number): Promise<readonly Left[]> {
  const left: Left[] = [];
  for (const key of await checksBegun()) {
    const kept = await readKept<Check>(key);
    const isDecided = kept?.recording !== undefined;
    if (isUnderWay(kept, now) && (isDecided || kept.site.id !== site))
      left.push({ document: key.slice(checkPrefix.length), site: kept.site.name, isDecided });
  }
  return left;
}
