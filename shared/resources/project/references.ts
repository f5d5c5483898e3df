/** References of projects, if the organisation requires them (contract, Review and strictness): each project has a unique one. */
import { Problem } from '../../model/problem.ts';
import type { World } from '../../model/resource.ts';
import { invalid } from '../../model/validation.ts';

interface Referenced {
  readonly reference?: string | null | undefined;
}

/** Checked for new projects and changed references: a reference from before the rule may stay. */
export function requireReference(id: string, before: Referenced | null, after: Referenced, world: World): void {
  if (before && (before.reference ?? '') === (after.reference ?? '')) return;
  const wanted = folded(after.reference);
  if (wanted === '') throw invalid([{ pointer: '#/reference', code: 'required', detail: 'must be given' }]);
  const other = world
    .all('project')
    .find((project) => project.id !== id && folded(project.body['reference']) === wanted);
  if (!other) return;
  const detail = `The project “${String(other.body['name'])}” has this reference.`;
  throw new Problem('reference_taken', detail, {
    errors: [{ pointer: '#/reference', code: 'reference_taken', detail: 'must be unique among projects' }],
  });
}

/** Case and surrounding white space do not matter. */
function folded(reference: unknown): string {
  return typeof reference === 'string' ? reference.trim().toLowerCase() : '';
}
