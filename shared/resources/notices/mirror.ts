/** Notice that somebody had changed a mirror, and that it was put right. */
import type { Notice } from '../../model/notice.ts';

/** `day` = YYYY-MM-DD: one notice a day for each mirror. */
export function mirrorOverruled(id: string, host: string, documentId: string, day: string): Notice {
  return {
    type: 'mirror_overruled',
    severity: 'warning',
    subject: `Changes in the mirror at ${host} were undone`,
    body: `Somebody else writes into the mirror at ${host}, last to ${documentId}. A mirror is read-only: what the server wrote holds again. Give other programs a user that may only read.`,
    resourceType: 'mirror',
    resourceId: id,
    projectId: null,
    to: { permission: 'mirrors:manage' },
    dedupeKey: `mirror_overruled ${id} ${day}`,
  };
}
