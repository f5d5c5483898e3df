/** Notices about passkeys: one to the user, who should know what changed, and one to those who manage users where somebody else removed it. */
import type { Notice } from '../../model/notice.ts';

interface Change {
  /** Of the passkey. */
  readonly id: string;
  readonly name: string;
  readonly user: { readonly id: string; readonly name: string };
  /** Null = it was added; otherwise who removed it. */
  readonly removedBy: { readonly id: string; readonly name: string } | null;
}

export function passkeyChanged({ id, name, user, removedBy }: Change): Notice[] {
  const byThemselves = removedBy === null || removedBy.id === user.id;
  const about = {
    type: 'passkeys_changed',
    resourceType: 'passkey',
    resourceId: id,
    projectId: null,
  } as const;
  const own: Notice = {
    ...about,
    severity: 'warning',
    subject: removedBy === null ? `The passkey “${name}” was added` : `The passkey “${name}” was removed`,
    body: `${
      removedBy === null
        ? 'From now on signing in needs a passkey.'
        : `It was removed by ${byThemselves ? 'you' : removedBy.name}, and signs you in no more.`
    } If you did not expect this, tell an administrator of your organisation now.`,
    to: { actorId: user.id },
    dedupeKey: `passkeys_changed ${id} ${removedBy === null ? 'added' : 'removed'}`,
  };
  if (byThemselves) return [own];
  const forOthers: Notice = {
    ...about,
    severity: 'warning',
    subject: `${removedBy.name} removed a passkey of ${user.name}`,
    body: `The passkey “${name}” of ${user.name} signs nobody in any more. Without another one, the link alone signs them in.`,
    to: { permission: 'users:manage' },
    dedupeKey: `passkeys_changed ${id} removed by another`,
  };
  return [own, forOthers];
}
