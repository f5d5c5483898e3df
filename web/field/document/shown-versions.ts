/** Which version of a document this tablet last showed to somebody: kept, so that a newer one is pointed out until it was read. */
import { useEffect, useState } from 'preact/hooks';
import { replica } from '../base/device.ts';
import { kept } from '../base/kept.ts';

/** By document. */
export const shownVersions = kept<Readonly<Record<string, number>>>('versions shown', {});

/** From now on, each that comes into force for a document of which none was noted: it is not new to this tablet. Returns what ends it. */
export function noteFirstVersions(): () => void {
  const note = async (inForce: Readonly<Record<string, number>>): Promise<void> => {
    const noted = await shownVersions.read();
    if (Object.keys(inForce).some((document) => noted[document] === undefined))
      await shownVersions.change((before) => ({ ...inForce, ...before }));
  };
  const versions = replica()
    .versions.watch({ state: 'current' })
    .subscribe((current) => {
      const inForce = current.map(({ document_id: document, version }) => [document, version] as const);
      note(Object.fromEntries(inForce)).catch(() => undefined); // it works without
    });
  return () => versions.unsubscribe();
}

/** What was shown before this screen, which shows `version`; null = nothing is known of it, undefined while that is read. */
export function useShownBefore(document: string, version: number | undefined): number | null | undefined {
  const [before, setBefore] = useState<number | null>();
  useEffect(() => {
    if (version === undefined) return;
    let found: number | undefined;
    const noted = shownVersions.change((all) => {
      found = all[document];
      return { ...all, [document]: version };
    });
    const tell = (): void => setBefore((known) => (known === undefined ? (found ?? null) : known));
    noted.then(tell, tell); // it works without
  }, [document, version]);
  return before;
}
