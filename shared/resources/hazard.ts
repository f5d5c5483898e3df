/** Hazard: what can cause harm and to whom, rated before and after its controls. */
import * as z from 'zod';
import hazardCategories from '../reference/hazard-categories.json' with { type: 'json' };
import enums from '../reference/enums.json' with { type: 'json' };
import { Problem } from '../model/problem.ts';
import { bookkeeping, content } from '../model/declared-fields.ts';
import { defineEntry } from '../model/resource.ts';
import { ratings } from '../model/risk.ts';
import { documentOf, entryOfDocument, requireEditable, withPhotoHashes } from './belongs.ts';
import {
  control,
  label,
  longText,
  photos,
  rating,
  recordId,
  requireOwnIds,
  sortKey,
  text,
  withIds,
} from '../model/fields.ts';
import { once } from '../base/once.ts';

const fields = once(() => ({
  document_id: bookkeeping(recordId, 'immutable'),
  name: label(1, 160),
  category: z
    .enum(hazardCategories.map((category) => category.value))
    .nullable()
    .optional(),
  description: content(longText(4000).optional(), 'text'),
  who_at_risk: text(500),
  who_at_risk_codes: content(z.array(z.enum(enums.who_at_risk)).max(20).optional(), 'set-by-id'),
  severity_before: content(rating, 'max'),
  likelihood_before: content(rating, 'max'),
  controls: content(z.array(control).max(40).default([]), 'set-by-id'),
  severity_after: content(rating, 'max'),
  likelihood_after: content(rating, 'max'),
  permit_type: z.enum(enums.permit_type).nullable().optional(),
  residual_acceptance: z
    .object({ text: z.string().min(20).max(2000), by: z.string().max(200), at: z.string().max(40) })
    .nullable()
    .optional(),
  photos: content(photos, 'set-by-id'),
  sort_key: bookkeeping(sortKey.default('a1'), 'order'),
}));

export const hazard = defineEntry({
  kind: 'hazard',
  permission: 'documents:write',
  ...entryOfDocument,
  fields,
  entry: { member: 'hazards', named: 'name' },
  columns: (body) => ({ document_id: body.document_id, type: body.category ?? null, sort_key: body.sort_key }),
  admit: (before, after, world) => {
    const document = documentOf(world, after.document_id);
    requireEditable(document);
    requireFallingRisk(after);
    requireOwnIds('controls', after.controls, before?.controls);
    const controls = withIds(after.controls, before?.controls, world.newId);
    return withPhotoHashes({ ...after, controls }, document, world);
  },
  derive: ratings,
});

/** Controls must not raise the risk: neither severity nor likelihood may increase (contract rule RK2). */
export function requireFallingRisk(rated: {
  readonly severity_before?: number | null | undefined;
  readonly likelihood_before?: number | null | undefined;
  readonly severity_after?: number | null | undefined;
  readonly likelihood_after?: number | null | undefined;
}): void {
  for (const scale of ['severity', 'likelihood'] as const) {
    const before = rated[`${scale}_before`];
    const after = rated[`${scale}_after`];
    if (before != null && after != null && after > before)
      throw new Problem('risk_after_exceeds_before', `The ${scale} after controls is above the ${scale} before them.`, {
        errors: [{ pointer: `#/${scale}_after`, code: 'too_big', detail: `must be ${before} or less` }],
      });
  }
}
