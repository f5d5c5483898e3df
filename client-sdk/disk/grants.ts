/** Which projects the token reaches, as the server last said (shared/sync/sync.ts, hello): shown, and never relied on. */
import type { ReplicaMetadata } from './replica-metadata.ts';
import type { FeedOp } from './records.ts';

export interface Grants {
  /** Null = the whole organisation. */
  readonly projects: readonly string[] | null;
}

/** Null where the lines of the feed say that it has become another: then the server is to be asked again. */
export function grantsAfter(known: ReplicaMetadata['grants'], ops: readonly FeedOp[]): Grants | null {
  if (known === null) return null;
  const reaches = (project: unknown): boolean =>
    typeof project === 'string' && (known.projects === null || known.projects.includes(project));
  const isOther = ops.some(({ op, project_id: project }) => {
    if (op === 'reset') return project === undefined;
    return op === 'grant' ? known.projects === null || !reaches(project) : op === 'revoke' && reaches(project);
  });
  return isOther ? null : known;
}
