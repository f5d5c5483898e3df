/** Records as views return them: plain, frozen, with derived fields. */
import type { JsonObject } from '../../shared/base/json.ts';
import type { Around } from '../../shared/model/resource.ts';
import { entryKinds } from '../../shared/resources/entry-kinds.ts';
import { resourceOf } from '../../shared/resources/index.ts';
import type { OverlaidRecord } from './overlay.ts';

/** What derived fields depend on beside the record itself. */
export interface DerivedInputs extends Around {
  readonly position?: number | null | undefined;
}

const shownByRecord = new WeakMap<OverlaidRecord, { readonly inputs: DerivedInputs; readonly shown: JsonObject }>();

/** The same object for the same record and inputs, so that lists compare quickly. */
export function present(record: OverlaidRecord, inputs: DerivedInputs): JsonObject {
  const known = shownByRecord.get(record);
  if (known && isSame(known.inputs, inputs)) return known.shown;
  const shown = shownAs(record, inputs);
  shownByRecord.set(record, { inputs, shown });
  return shown;
}

function isSame(a: DerivedInputs, b: DerivedInputs): boolean {
  return a.position === b.position && a.versionState === b.versionState && a.documentStatus === b.documentStatus;
}

function shownAs(record: OverlaidRecord, inputs: DerivedInputs): JsonObject {
  const { id, kind, rev, created_at, updated_at, created_by, updated_by, body, unsent, refused } = record;
  const resource = resourceOf(kind);
  const position = inputs.position === undefined ? {} : { position: inputs.position };
  return deepFreeze({
    id,
    ...body,
    ...resource.derive?.(body),
    ...position,
    ...resource.deriveAround?.(body, inputs),
    rev,
    created_at,
    updated_at,
    created_by,
    updated_by,
    unsent,
    ...(refused ? { refused: refused as unknown as JsonObject } : {}), // a problem's body is JSON
  });
}

/** Positions by id, from 1 in each document; orphans have none. `entries` are in order. */
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

function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const member of Object.values(value)) deepFreeze(member);
  return value;
}
