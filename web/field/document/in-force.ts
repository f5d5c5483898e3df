/** What of a document is in force; undefined while it is read. */
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { replica } from '../base/device.ts';
import { useLive } from '../base/signal.ts';

/** The version as it was approved; null if there is none here. */
export function useInForce(document: string): Shown<'version'> | null | undefined {
  const versions = useLive(`version of ${document}`, () =>
    replica().versions.watch({ document_id: document, state: 'current' }),
  );
  return versions && (versions.at(-1) ?? null);
}

export function useArchived(document: string): boolean | undefined {
  const found = useLive(`document ${document}`, () => replica().documents.watch({ id: document }));
  return found?.some(({ status }) => status === 'archived');
}
