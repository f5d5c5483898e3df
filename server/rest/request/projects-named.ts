/** The projects that a request names by id, such as the limit of a token. */
import { Problem } from '../../../shared/model/problem.ts';
import { liveOf } from '../../../shared/model/record.ts';
import { loadByIds } from '../../store/records/records.ts';
import type { Store } from '../../store/store.ts';

/** Distinct and sorted; each must be a live project of the organisation, else `reference_unknown`. */
export async function projectsNamed(
  db: Store['db'],
  organisationId: string,
  asked: readonly string[] | null,
): Promise<string[] | null> {
  if (asked === null) return null;
  const rows = await loadByIds(db, organisationId, asked);
  const known = new Set(rows.flatMap((row) => liveOf(row, 'project')?.id ?? []));
  const errors = asked.flatMap((id, i) =>
    known.has(id)
      ? []
      : [{ pointer: `#/project_ids/${i}`, code: 'reference_unknown', detail: 'no project has this id' }],
  );
  if (errors.length > 0) throw new Problem('reference_unknown', 'There is no project with this id.', { errors });
  return [...known].toSorted();
}
