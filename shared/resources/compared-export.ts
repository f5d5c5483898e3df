/** Whether an export can have its changes marked: against an earlier approved version of its own document, and as the document alone. */
import type { FieldProblem } from '../model/problem.ts';
import type { World } from '../model/resource.ts';
import { invalid } from '../model/validation.ts';

interface Wanted {
  readonly document_id: string;
  readonly document_version: number | null;
  readonly compare_with: number | null;
  readonly form: string;
  readonly language: string | null;
  readonly watermark: string | null;
}

/** Throws `validation_failed`. */
export function requireComparable(wanted: Wanted, world: World): void {
  const { compare_with: earlier } = wanted;
  if (earlier === null) return;
  const versions = world.children(wanted.document_id, 'version').map(({ body }) => body['version']);
  const printed = wanted.document_version ?? Number(world.record(wanted.document_id)?.body['version']);
  const refused = (pointer: string, detail: string): FieldProblem => ({ pointer, code: 'invalid_value', detail });
  const problems = [
    ...(earlier >= printed
      ? [refused('#/compare_with', `must be earlier than version ${printed}, which is printed`)]
      : versions.includes(earlier)
        ? []
        : [refused('#/compare_with', `must be an approved version of this document: version ${earlier} is none`)]),
    ...(wanted.form === 'document'
      ? []
      : [refused('#/form', 'must be "document" with compare_with: no other form has its changes marked')]),
    ...(wanted.language === null
      ? []
      : [refused('#/language', 'must be null with compare_with: nobody signs on a copy with its changes marked')]),
    ...(wanted.watermark === 'none'
      ? [refused('#/watermark', 'must not be "none" with compare_with: such a copy always says what it is')]
      : []),
  ];
  if (problems.length > 0) throw invalid(problems);
}
