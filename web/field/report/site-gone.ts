/** Whether a site left this tablet, which was moved to others. */
import { replica } from '../base/device.ts';
import { useLive } from '../base/signal.ts';

export function useIsGone(site: string): boolean {
  return useLive(`site ${site}`, () => replica().sites.watch({ id: site }))?.length === 0;
}
