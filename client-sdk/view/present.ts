/** Standing records as people and programs get them: plain, frozen, with what is worked out when read. */
import type { JsonObject } from '../../shared/base/json.ts';
import { currencyOf } from '../../shared/model/validity.ts';
import { entryKinds } from '../../shared/resources/entry-kinds.ts';
import { resourceOf } from '../../shared/resources/index.ts';
import type { ShownValidity } from './kinds.ts';
import type { OverlaidRecord } from './overlay.ts';

/** What a record's derived fields need besides itself. */
export interface DerivedInputs {
  readonly position?: number | null | undefined;
  readonly versionState?: string | undefined;
  readonly documentStatus?: string | undefined;
}

const shownByStanding = new WeakMap<OverlaidRecord, { readonly around: DerivedInputs; readonly shown: JsonObject }>();

/** The same object again for the same record in the same surroundings, so that lists compare quickly. */
export function present(standing: OverlaidRecord, around: DerivedInputs): JsonObject {
  const known = shownByStanding.get(standing);
  if (known && isSame(known.around, around)) return known.shown;
  const shown = shownAs(standing, around);
  shownByStanding.set(standing, { around, shown });
  return shown;
}

function isSame(a: DerivedInputs, b: DerivedInputs): boolean {
  return a.position === b.position && a.versionState === b.versionState && a.documentStatus === b.documentStatus;
}

function shownAs(standing: OverlaidRecord, around: DerivedInputs): JsonObject {
  const { id, kind, rev, created_at, updated_at, created_by, updated_by, body, unsent, refused } = standing;
  const derived = resourceOf(kind).derive?.(body);
  const currency = kind === 'signoff' ? { currency: currencyOfSignoff(body, around) } : {};
  const position = around.position === undefined ? {} : { position: around.position };
  return deepFreeze({
    id,
    ...body,
    ...derived,
    ...position,
    ...currency,
    rev,
    created_at,
    updated_at,
    created_by,
    updated_by,
    unsent,
    ...(refused ? { refused: refused as unknown as JsonObject } : {}), // a problem's body is JSON
  });
}

/** Places of a document's entries, from 1; what the server refused to create has none. `entries` are in order. */
export function positionsOf(entries: readonly OverlaidRecord[]): Map<string, number> {
  const countByDocument = new Map<unknown, number>();
  const positions = new Map<string, number>();
  for (const { id, body, isOrphan } of entries) {
    if (isOrphan) continue;
    const position = (countByDocument.get(body['document_id']) ?? 0) + 1;
    countByDocument.set(body['document_id'], position);
    positions.set(id, position);
  }
  return positions;
}

export function isEntryKind(kind: string): boolean {
  return (entryKinds as readonly string[]).includes(kind);
}

function currencyOfSignoff(body: JsonObject, { versionState, documentStatus }: DerivedInputs): ShownValidity {
  const flags = Array.isArray(body['flags']) ? body['flags'].map(String) : [];
  const currency = currencyOf({ flags }, versionState, documentStatus);
  // A version that is not here says nothing against who signed it.
  return currency === 'superseded' && versionState === undefined ? 'unknown' : currency;
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const member of Object.values(value)) deepFreeze(member);
  return value;
}
