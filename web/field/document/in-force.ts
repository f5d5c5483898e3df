/** The version of a document that is in force, as it was approved; undefined while it is read, null if there is none here. */
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { replica } from '../base/device.ts';
import { useLive } from '../base/signal.ts';

export function useInForce(document: string): Shown<'version'> | null | undefined {
  const versions = useLive(`version of ${document}`, () =>
    replica().versions.watch({ document_id: document, state: 'current' }),
  );
  return versions && (versions.at(-1) ?? null);
}
