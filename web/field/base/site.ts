/** Which site the tablet is on: chosen once, and kept. */
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { replica } from './device.ts';
import { kept } from './kept.ts';
import { useLive, useSignal } from './signal.ts';

const chosen = kept<string | null>('site', null);

export function chooseSite(id: string): Promise<void> {
  return chosen.change(() => id);
}

/**
 * The chosen one, or the only one; `sites` undefined while the replica is read. Where the office has archived the chosen one, it stays the
 * tablet's for what is under way there.
 */
export function useSite(): {
  readonly site: Shown<'site'> | undefined;
  /** Those where work may begin. */
  readonly sites: readonly Shown<'site'>[] | undefined;
} {
  const id = useSignal(chosen);
  const all = useLive('sites', () => replica().sites.watch());
  const sites = all?.filter((each) => !isArchived(each));
  // The only one needs no choice.
  const [only] = all?.length === 1 ? all : sites?.length === 1 ? sites : [];
  return { sites, site: all?.find((each) => each.id === id) ?? only };
}

export function isArchived({ status }: Shown<'site'>): boolean {
  return status === 'archived';
}
