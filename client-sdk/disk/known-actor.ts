/** Whose token the replica has: known from a hello, and forgotten with the token, so that nobody's work is recorded under another name. */
import { isRole } from '../../shared/model/access.ts';
import { sha256Hex } from '../../shared/crypto/sha256.ts';
import type { HelloReply } from '../../shared/sync/sync.ts';
import type { Journal } from './journal.ts';
import type { ReplicaMetadata } from './replica-metadata.ts';

export function knownActor(
  { actor: { id, name, role } }: HelloReply,
  token: string,
): Pick<ReplicaMetadata, 'actor' | 'actor_token'> {
  return { actor: isRole(role) ? { id, name, role } : null, actor_token: sha256Hex(token) };
}

/** Until the next hello, commands name no author: the server takes who sends them. */
export async function forgetOtherActor(journal: Journal, token: string): Promise<void> {
  const digest = sha256Hex(token);
  await journal.change(({ state }) =>
    state.actor === null || state.actor_token === digest ? {} : { state: { actor: null, actor_token: null } },
  );
}
