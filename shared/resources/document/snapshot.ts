/**
 * The snapshot: a document's whole content as one object, which is frozen, hashed, shown and signed. It consists of the content fields of
 * the document and its entries, by their declarations.
 */
import { canonicalHash } from '../../crypto/canonical.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { contentFields } from '../../model/declared-fields.ts';
import type { Body, StoredRecord } from '../../model/record.ts';
import type { EntryResource } from '../../model/resource.ts';
import { riskMatrix } from '../../model/risk.ts';
import { entryResources } from '../entry-kinds.ts';
import { documentDeclarations } from './shape.ts';

export interface Snapshot {
  readonly content: JsonObject;
  readonly content_hash: string;
}

/** `children` returns the live entries of a kind in order. */
export function snapshotOf(
  document: { readonly id: string; readonly body: Body },
  children: (kind: string) => readonly StoredRecord[],
): Snapshot {
  const content: JsonObject = {
    document_id: document.id,
    ...given(document.body, contentFields(documentDeclarations())),
    risk_matrix: riskMatrix,
    ...Object.fromEntries(
      Object.values(entryResources).map((resource) => [resource.entry.member, entriesOf(resource, children)]),
    ),
  };
  return { content, content_hash: canonicalHash(content) };
}

function entriesOf(
  { kind, fields, derive }: EntryResource,
  children: (kind: string) => readonly StoredRecord[],
): JsonObject[] {
  const names = contentFields(fields);
  return children(kind).map(({ id, body }, i) => ({ id, ...given(body, names), ...derive?.(body), position: i + 1 }));
}

/** Null and absent are equivalent, so a new field changes no hash until it has a value. */
function given(body: Body, names: readonly string[]): JsonObject {
  const fields = names.map((name): [string, Json] => [name, body[name] ?? null]);
  return Object.fromEntries(fields.filter(([, value]) => value !== null));
}
