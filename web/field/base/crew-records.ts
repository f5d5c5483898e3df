/** What was said of crews, on any tablet or in the office: who was added, and who is not here any more. */
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { replica } from './device.ts';
import { useLive } from './signal.ts';

/** Of one document, or of all; undefined while they are read. */
export function useCrewRecords(document?: string): readonly Shown<'crew_member'>[] | undefined {
  return useLive(`crew of ${document ?? 'all'}`, () =>
    replica().crew.watch(document === undefined ? {} : { document_id: document }),
  );
}
