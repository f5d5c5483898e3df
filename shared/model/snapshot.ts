/** The snapshot: the whole content of a document in one canonical object, as it is frozen, hashed, shown and signed. */
import { canonicalHash } from '../crypto/canonical.ts';
import type { JsonObject } from '../base/json.ts';
import type { StoredRecord } from './record.ts';
import type { Resource } from './resource.ts';
import { riskMatrix } from './risk.ts';

/** Fields that are bookkeeping or private, not content. */
const left = new Set(['document_id', 'sort_key', 'mobile']);

export interface Snapshot {
  readonly content: JsonObject;
  readonly content_hash: string;
}

/** `children` gives the live entries of a kind in their order; `resources` their own files, for the ratings they work out. */
export function snapshotOf(
  document: { readonly id: string; readonly body: JsonObject },
  children: (kind: string) => readonly StoredRecord[],
  resources: Readonly<Record<'section' | 'hazard' | 'coshh' | 'personnel', Resource>>,
): Snapshot {
  const entries = (kind: keyof typeof resources): JsonObject[] =>
    children(kind).map((record, i) => ({
      ...content(record),
      ...resources[kind].derive?.(record.body),
      position: i + 1,
    }));
  const { title, reference, document_type, project_id, site_id, version, powra, permit } = document.body;
  const whole: JsonObject = {
    document_id: document.id,
    version: version ?? null,
    title: title ?? null,
    reference: reference ?? null,
    document_type: document_type ?? null,
    project_id: project_id ?? null,
    site_id: site_id ?? null,
    risk_matrix: riskMatrix,
    sections: entries('section'),
    hazards: entries('hazard'),
    coshh_assessments: entries('coshh'),
    personnel: entries('personnel'),
    powra: powra ?? null,
    ...(permit ? { permit } : {}),
  };
  return { content: whole, content_hash: canonicalHash(whole) };
}

function content(record: StoredRecord): JsonObject {
  return { id: record.id, ...Object.fromEntries(Object.entries(record.body).filter(([field]) => !left.has(field))) };
}
