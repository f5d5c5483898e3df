/**
 * What a file prints of the document itself, beside its content: the file of a frozen version takes it from the document as it is now, so
 * these fields, and no others, make such a file stale. The date of the next review is that of the version.
 */
import type { JsonObject } from '../../shared/base/json.ts';

const headFields = ['document_type', 'status'] as const;
const placeFields = ['project_id', 'site_id'] as const;

type HeadField = (typeof headFields)[number];
export type PrintedHead = Readonly<Record<HeadField, string>>;

export function headOf(document: JsonObject): PrintedHead {
  return Object.fromEntries(headFields.map((name) => [name, textOf(document[name])])) as PrintedHead; // a document has a type and a status
}

/** Ids of the records whose names and addresses are printed; of frozen content, or of a document as it is now. */
export function placesOf(document: JsonObject): string[] {
  return placeFields.flatMap((name) => textOf(document[name]) ?? []);
}

function textOf(value: JsonObject[string]): string | null {
  return typeof value === 'string' ? value : null;
}
