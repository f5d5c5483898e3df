/** Notices about a sign-off: a new one, one for an old version, a duplicate. */
import type { Notice } from '../../model/notice.ts';
import type { Change } from '../../model/resource.ts';
import { documentName, toPerson, wordOf } from '../notices/wording.ts';

/** The parts of a sign-off that notices use. */
interface Signed {
  readonly document_id: string;
  readonly document_version?: number | null | undefined;
  readonly worker: { readonly name: string };
  readonly status: string;
  readonly flags: readonly string[];
}

export function signoffNotices({ id, op, after, world }: Change<Signed>): readonly Notice[] {
  if (op !== 'create' || !after) return [];
  const document = world.record(after.document_id);
  const name = documentName(document?.body);
  const { worker, document_version } = after;
  const signed = `version ${document_version ?? '?'} of ${name}`;
  const about = {
    resourceType: 'signoff',
    resourceId: id,
    projectId: wordOf(document?.body, 'project_id'),
  };
  const recorded: Notice = {
    ...about,
    type: 'signoff_recorded',
    severity: 'info',
    subject: after.status === 'declined' ? `${worker.name} declined to sign` : `${worker.name} signed`,
    body: `${worker.name} ${after.status === 'declined' ? 'was briefed on and would not sign' : 'signed'} ${signed}.`,
    to: toPerson(document?.created_by, 'signoffs:write'),
    dedupeKey: `signoff_recorded ${id}`,
  };
  const stale: Notice = {
    ...about,
    type: 'signoff_stale',
    severity: 'critical',
    subject: `${worker.name} signed a version that was out of date`,
    body: `${worker.name} signed ${signed} after a newer one had been approved. Brief them on the version in force.`,
    to: { permission: 'signoffs:write' },
    dedupeKey: `signoff_stale ${id}`,
  };
  const twice: Notice = {
    ...about,
    type: 'sync_conflict',
    severity: 'action',
    subject: `${worker.name} signed twice`,
    body: `Two devices recorded that ${worker.name} signed ${signed} in one briefing. Both count; find out which one is genuine, and void the other.`,
    to: { permission: 'conflicts:write' },
    dedupeKey: `sync_conflict ${id}`,
  };
  return [
    recorded,
    ...(after.flags.includes('stale_version') ? [stale] : []),
    ...(after.status === 'duplicate' || after.flags.includes('signed_twice') ? [twice] : []),
  ];
}
