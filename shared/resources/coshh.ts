/** COSHH assessment: one substance, how people are exposed to it, and how they are protected (COSHH Regulations 2002, regulation 6). */
import enums from '../reference/enums.json' with { type: 'json' };
import statements from '../reference/hazard-statements.json' with { type: 'json' };
import type { BodyOf } from '../model/declared-fields.ts';
import { defineEntry } from '../model/resource.ts';
import { ratings } from '../model/risk.ts';
import { invalid } from '../model/validation.ts';
import { documentOf, entryOfDocument, requireEditable, withPhotoHashes } from './belongs.ts';
import { flagsOf } from '../model/coshh-flags.ts';
import { coshhFields } from './coshh-shape.ts';
import { requireOwnIds, withIds } from '../model/fields.ts';
import { requireFallingRisk } from './hazard.ts';
import { unlisted } from './listed.ts';

type Coshh = BodyOf<ReturnType<typeof coshhFields>>;

export const coshh = defineEntry({
  kind: 'coshh',
  permission: 'documents:write',
  ...entryOfDocument,
  fields: coshhFields,
  entry: { member: 'coshh_assessments', named: 'substance_name' },
  columns: (body) => ({ document_id: body.document_id, sort_key: body.sort_key }),
  admit: (before, after, world) => {
    const document = documentOf(world, after.document_id);
    requireEditable(document);
    requireFallingRisk(after);
    requireForm(before, after);
    requireOwnIds('controls', after.controls, before?.controls);
    const { controls, hazard_statements: hazards } = after;
    const admitted = {
      ...after,
      ...flagsOf(before, after),
      ...(controls ? { controls: withIds(controls, before?.controls, world.newId) } : {}),
      ...(hazards ? { hazard_statements: hazards.map(withKnownText) } : {}),
    };
    return withPhotoHashes(admitted, document, world);
  },
  derive: ratings,
});

function requireForm(before: Coshh | null, { physical_form: word }: Coshh): void {
  const errors = unlisted([{ pointer: '#/physical_form', word }], enums.physical_form, [before?.physical_form]);
  if (errors.length > 0) throw invalid(errors);
}

type Statement = NonNullable<Coshh['hazard_statements']>[number];

const statementTexts = new Map<string, string>(statements.map(({ code, text }) => [code, text]));

/** A statement without wording gets that of the regulation; typed wording is kept. */
function withKnownText(statement: Statement): Statement {
  return statement.text ? statement : { ...statement, text: statementTexts.get(statement.code) ?? null };
}
