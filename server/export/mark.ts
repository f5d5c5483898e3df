/** What a print says across its pages about the state of what it prints (contract, Exports, EX8 and EX43). */
import type { JsonObject } from '../../shared/base/json.ts';
import type { Watermark } from '../../shared/resources/export.ts';

/** @param version the approved version that is printed; without one, the working draft is */
export function markOf(document: JsonObject, version: JsonObject | undefined): Exclude<Watermark, 'none'> {
  if (document['status'] === 'archived') return 'archived';
  if (version) return version['state'] === 'current' ? 'uncontrolled_when_printed' : 'superseded';
  return document['status'] === 'pending_review' ? 'pending_review' : 'draft';
}
