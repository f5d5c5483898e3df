/** The industries by which projects are classified. */
import { Problem } from '../model/problem.ts';
import industries from '../reference/industries.json' with { type: 'json' };

const industryIds: ReadonlySet<string> = new Set(industries.map(({ id }) => id));

interface Classified {
  readonly industry_id?: string | null | undefined;
}

/** Throws for an unknown industry; one that the record already has may stay, because lists change. */
export function requireIndustry(before: Classified | null, { industry_id: id }: Classified): void {
  if (!id || id === before?.industry_id || industryIds.has(id)) return;
  throw new Problem('reference_unknown', 'There is no industry with this id.', {
    errors: [{ pointer: '#/industry_id', code: 'reference_unknown', detail: 'must be one of GET /api/v1/industries' }],
  });
}
