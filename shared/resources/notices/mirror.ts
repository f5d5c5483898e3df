/** Notices about mirrors: what somebody else wrote there, what only the mirror has, and that it stopped. */
import type { Notice } from '../../model/notice.ts';

/** Somebody had changed the mirror, and it was put right. `day` = YYYY-MM-DD: one notice a day for each mirror. */
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

/** The server lost versions or sign-offs that the mirror still has. `day` = YYYY-MM-DD: one notice a day for each mirror. */
export function mirrorKept(id: string, host: string, day: string): Notice {
  return {
    type: 'mirror_kept',
    severity: 'critical',
    subject: `The mirror at ${host} holds evidence that the server does not have`,
    body: `The mirror at ${host} holds sign-offs or versions that the server wrote there and does not know, as after a restore from a backup. They stay in the mirror, which may have the last copy: copy that database, and look at kept_ids in the status of the mirror.`,
    resourceType: 'mirror',
    resourceId: id,
    projectId: null,
    to: { permission: 'mirrors:manage' },
    dedupeKey: `mirror_kept ${id} ${day}`,
  };
}

/** @param at when it stopped: each time is told */
export function mirrorWithdrawn(id: string, host: string, at: string): Notice {
  return {
    type: 'mirror_withdrawn',
    severity: 'warning',
    subject: `The mirror at ${host} stopped with the rights of its token`,
    body: `The token that set up the mirror at ${host} was revoked, or may no longer read what the mirror holds. Nothing is written there now. If the mirror should go on, somebody who may manage mirrors and read what it holds enables it; if not, delete it.`,
    resourceType: 'mirror',
    resourceId: id,
    projectId: null,
    to: { permission: 'mirrors:manage' },
    dedupeKey: `mirror_withdrawn ${id} ${at}`,
  };
}
