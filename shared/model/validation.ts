/** Shapes checked at a door: what does not fit becomes a Problem that points at every field (contract rule R8). */
import type * as z from 'zod';
import { Problem, type FieldProblem } from './problem.ts';

/** The value as the schema yields it, or a `validation_failed` Problem with a JSON Pointer for each fault. */
export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalid(
    tellingIssues(result.error).map((issue) => ({
      pointer: pointer(issue.path),
      code: issue.code,
      detail: plain(issue),
    })),
  );
}

/** The same for a query string, where a fault names a parameter. */
export function parseQuery<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalid(
    result.error.issues.map((issue) => ({
      parameter: String(issue.path[0] ?? ''),
      code: issue.code,
      detail: plain(issue),
    })),
  );
}

export function invalid(errors: readonly FieldProblem[]): Problem {
  const count = errors.length === 1 ? '1 field needs' : `${errors.length} fields need`;
  return new Problem('validation_failed', `${count} attention.`, { errors: errors.slice(0, 100) });
}

/** A URI-fragment JSON Pointer (RFC 6901, section 6). */
function pointer(path: readonly PropertyKey[]): string {
  // Half a surrogate pair has no UTF-8, and would make encodeURIComponent throw.
  const steps = path.map((step) =>
    encodeURIComponent(String(step).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')),
  );
  return `#/${steps.join('/')}`;
}

/** Of what is of the wrong type nothing else is said: text where a list belongs is not too long as well. */
function tellingIssues({ issues }: z.ZodError): z.core.$ZodIssue[] {
  const mistyped = new Set(issues.filter(({ code }) => code === 'invalid_type').map(({ path }) => pointer(path)));
  return issues.filter(({ code, path }) => code === 'invalid_type' || !mistyped.has(pointer(path)));
}

function plain(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`;
  return issue.message.replace(/^Invalid input: /, '').slice(0, 300);
}
