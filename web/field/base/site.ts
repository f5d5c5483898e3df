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
  /** The one that was chosen, and is not worked any more. */
  readonly archived: Shown<'site'> | undefined;
} {
  const id = useSignal(chosen);
  const all = useLive('sites', () => replica().sites.watch());
  const sites = all?.filter(({ status }) => status !== 'archived');
  // The only one needs no choice.
  const chosenOne = all?.find((each) => each.id === id) ?? (all?.length === 1 ? all[0] : undefined);
  const isWorked = chosenOne?.status !== 'archived';
  return {
    sites,
    site: chosenOne && isWorked ? chosenOne : sites?.length === 1 && isWorked ? sites[0] : undefined,
    archived: isWorked ? undefined : chosenOne,
  };
}
