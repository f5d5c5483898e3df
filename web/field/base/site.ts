/** Which site the tablet is on: chosen once, and kept. */
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { replica } from './device.ts';
import { kept } from './kept.ts';
import { useLive, useSignal } from './signal.ts';

const chosen = kept<string | null>('site', null);

export function chooseSite(id: string): Promise<void> {
  return chosen.change(() => id);
}

/** The chosen one, or the only one; `sites` undefined while the replica is read. */
export function useSite(): {
  readonly site: Shown<'site'> | undefined;
  readonly sites: readonly Shown<'site'>[] | undefined;
} {
  const id = useSignal(chosen);
  const sites = useLive('sites', () => replica().sites.watch());
  return { sites, site: sites?.find((each) => each.id === id) ?? (sites?.length === 1 ? sites[0] : undefined) };
}
