/** Keeps the granted projects current from the feed (shared/sync/sync.ts, hello). They are shown, and never relied on. */
import type { FeedOp } from '../disk/records.ts';
import type { Grants } from '../disk/replica-metadata.ts';

/** Null if the feed shows that the grants have changed: then the next hello asks for them. */
export function grantsAfter(known: Grants | null, ops: readonly FeedOp[]): Grants | null {
  if (known === null) return null;
  const includes = (project: unknown): boolean =>
    typeof project === 'string' && (known.projects === null || known.projects.includes(project));
  const hasChanged = ops.some(({ op, project_id: project }) => {
    if (op === 'reset') return project === undefined;
    return op === 'grant' ? known.projects === null || !includes(project) : op === 'revoke' && includes(project);
  });
  return hasChanged ? null : known;
}
