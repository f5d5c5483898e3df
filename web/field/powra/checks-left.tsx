/** Leads to the checks that Today does not: those under way for another site, and those that were decided and are not recorded. */
import { useEffect, useState } from 'preact/hooks';
import { serverTime } from '../base/clock.ts';
import { keysKept, readKept } from '../base/kept.ts';
import { useSite } from '../base/site.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { powraWords } from '../words/en-powra.ts';
import { checkPrefix, decidedPrefix, isOfToday } from './begun.ts';
import { ownDecided, type Check } from './kept-check.ts';
import { finishChecks } from './record-check.ts';

/** In an address, in place of a document. */
export const decidedPlace = 'decided';

export interface Left {
  readonly href: string;
  /** Name of its site. */
  readonly site: string;
  readonly isDecided: boolean;
}

/** Undefined until they are read. @param isEverywhere with those under way at the tablet's own site, which Today leads to */
export function useChecksLeft(isEverywhere = false): readonly Left[] | undefined {
  const { site, sites } = useSite();
  const isRead = sites !== undefined;
  const [left, setLeft] = useState<readonly Left[]>();
  useEffect(() => {
    // What can be recorded by now is.
    if (isRead)
      void finishChecks()
        .catch(() => undefined)
        .then(() => checksLeft(isEverywhere ? undefined : site?.id, serverTime()))
        .then(setLeft, () => undefined);
  }, [site?.id, isRead, isEverywhere]);
  return left;
}

export function ChecksLeft({ isEverywhere }: { readonly isEverywhere?: boolean }) {
  const words = useWords(powraWords);
  return (
    <>
      {useChecksLeft(isEverywhere)?.map(({ href, site, isDecided }) => (
        <Banner href={href} key={href} tone="care">
          {isDecided ? words.decidedAt(site) : words.begunAt(site)}
        </Banner>
      ))}
    </>
  );
}

/** But for those under way at this site. */
async function checksLeft(site: string | undefined, now: number): Promise<readonly Left[]> {
  const left: Left[] = [];
  for (const key of await keysKept(checkPrefix)) {
    const kept = await readKept<Check>(key);
    if (!isOfToday(kept, now) || kept.site.id === site) continue;
    left.push({ href: `/powra/${key.slice(checkPrefix.length)}`, site: kept.site.name, isDecided: false });
  }
  for (const key of await keysKept(decidedPrefix)) {
    const kept = await ownDecided(key);
    const href = `/powra/${decidedPlace}/${key.slice(decidedPrefix.length)}`;
    if (kept) left.push({ href, site: kept.site.name, isDecided: true });
  }
  return left;
}
