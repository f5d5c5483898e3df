/** COSHH assessment: one substance, how people meet it and how they are kept safe (COSHH Regulations 2002, regulation 6). */
import * as z from 'zod';
import enums from '../reference/enums.json' with { type: 'json' };
import statements from '../reference/hazard-statements.json' with { type: 'json' };
import { defineResource, type Policy } from '../model/resource.ts';
import { ratings } from '../model/risk.ts';
import { invalid } from '../model/validation.ts';
import { documentOf, entryOfDocument, requireEditable } from './belongs.ts';
import { flagsOf } from '../model/coshh-flags.ts';
import { coshhShape } from './coshh-shape.ts';
import { requireOwnIds, withIds } from '../model/fields.ts';
import { requireFallingRisk } from './hazard.ts';
import { unlisted } from './listed.ts';

const schema = z.object(coshhShape);
type Coshh = z.infer<typeof schema>;

const special: Partial<Record<keyof Coshh, Policy>> = {
  document_id: 'immutable',
  severity_before: 'higher',
  likelihood_before: 'higher',
  severity_after: 'higher',
  likelihood_after: 'higher',
  controls: 'set-by-id',
  ppe: 'set-by-id',
  wels: 'set-by-id',
  hazard_statements: 'set-by-id',
  precautionary_statements: 'set-by-id',
  cas_numbers: 'set-by-id',
  pictograms: 'set-by-id',
  exposure_routes: 'set-by-id',
  groups_at_risk: 'set-by-id',
  incompatible_materials: 'set-by-id',
  health_effects_acute: 'text',
  health_effects_chronic: 'text',
  sort_key: 'order',
};

export const coshh = defineResource({
  kind: 'coshh',
  permission: 'documents:write',
  ...entryOfDocument,
  schema,
  // Every other field: the first reconciled value stays, and the conflict is shown.
  policies: Object.fromEntries(
    Object.keys(coshhShape).map((field) => [field, special[field as keyof Coshh] ?? 'server']),
  ) as Record<keyof Coshh, Policy>, // keys are those of the shape itself
  columns: (body) => ({ document_id: body.document_id, sort_key: body.sort_key }),
  admit: (before, after, world) => {
    requireEditable(documentOf(world, after.document_id));
    requireFallingRisk(after);
    requireForm(before, after);
    requireOwnIds('controls', after.controls, before?.controls);
    const { controls, hazard_statements: hazards } = after;
    return {
      ...after,
      ...flagsOf(before, after),
      ...(controls ? { controls: withIds(controls, before?.controls, world.newId) } : {}),
      ...(hazards ? { hazard_statements: hazards.map(withKnownText) } : {}),
    };
  },
  derive: ratings,
});

function requireForm(before: Coshh | null, { physical_form: word }: Coshh): void {
  const errors = unlisted([{ pointer: '#/physical_form', word }], enums.physical_form, [before?.physical_form]);
  if (errors.length > 0) throw invalid(errors);
}

type Statement = NonNullable<Coshh['hazard_statements']>[number];

const statementTexts = new Map<string, string>(statements.map(({ code, text }) => [code, text]));

/** A statement sent with its code alone gets the wording of the regulation; wording that was typed is kept as typed. */
function withKnownText(statement: Statement): Statement {
  return statement.text ? statement : { ...statement, text: statementTexts.get(statement.code) ?? null };
}
