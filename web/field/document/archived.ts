/** Whether the office archived a document; undefined while it is read. */
import { replica } from '../base/device.ts';
import { useLive } from '../base/signal.ts';

export function useArchived(document: string): boolean | undefined {
  const found = useLive(`document ${document}`, () => replica().documents.watch({ id: document }));
  return found?.some(({ status }) => status === 'archived');
}
