/** Validates the shape of callers' data; errors become a Problem that points at every field (contract rule R8). */
import type * as z from 'zod';
import { Problem, type FieldProblem } from './problem.ts';
import { plainMessage } from './validation-messages.ts';

/** The parsed value; throws `validation_failed` with a JSON Pointer for each error. */
export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value, { error: plainMessage });
  if (result.success) return result.data;
  throw invalid(
    withoutFollowOns(result.error).map(({ path, code, message }) => ({
      pointer: pointer(path),
      code,
      detail: message,
    })),
  );
}

/** The same for a query string, where an error names a parameter. */
export function parseQuery<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value, { error: plainMessage });
  if (result.success) return result.data;
  throw invalid(
    result.error.issues.map(({ path, code, message }) => ({ parameter: String(path[0] ?? ''), code, detail: message })),
  );
}

export function invalid(errors: readonly FieldProblem[]): Problem {
  const count = errors.length === 1 ? '1 field needs' : `${errors.length} fields need`;
  return new Problem('validation_failed', `${count} attention.`, { errors: errors.slice(0, 100) });
}

/** A URI-fragment JSON Pointer (RFC 6901, section 6). */
function pointer(path: readonly PropertyKey[]): string {
  // An unpaired surrogate has no UTF-8 encoding, and would make encodeURIComponent throw.
  const steps = path.map((step) =>
    encodeURIComponent(String(step).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')),
  );
  return `#/${steps.join('/')}`;
}

/** A value of the wrong type gets no further errors: a string in place of a list is not also too long. */
function withoutFollowOns({ issues }: z.ZodError): z.core.$ZodIssue[] {
  const mistyped = new Set(issues.filter(({ code }) => code === 'invalid_type').map(({ path }) => pointer(path)));
  return issues.filter(({ code, path }) => code === 'invalid_type' || !mistyped.has(pointer(path)));
}
