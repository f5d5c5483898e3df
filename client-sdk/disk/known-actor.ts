/** Whose tokens were used here, as the server said: nobody's work is recorded under another name, whatever was used before or beside. */
import { isRole } from '../../shared/model/access.ts';
import type { Author } from '../../shared/sync/command-identity.ts';
import type { HelloReply } from '../../shared/sync/sync.ts';
import type { TokenSession } from '../base/token-session.ts';
import type { KnownActor, ReplicaMetadata } from './replica-metadata.ts';

/** Of tokens used lately; for one that is forgotten, the server finds the person. */
const maxKnown = 20;

/** The actors, with what the server said of this token. */
export function withActor(
  { actors }: Pick<ReplicaMetadata, 'actors'>,
  { actor: { id, name, role } }: HelloReply,
  { digest }: TokenSession,
): Pick<ReplicaMetadata, 'actors'> {
  const { [digest]: _, ...others } = actors;
  const all = Object.entries(isRole(role) ? { ...others, [digest]: { id, name, role } } : others);
  return { actors: Object.fromEntries(all.slice(-maxKnown)) };
}

/** Null until the server has said who it is. */
export function actorOf({ actors }: Pick<ReplicaMetadata, 'actors'>, { digest }: TokenSession): KnownActor | null {
  return actors[digest] ?? null;
}

/** Who makes a change under this token. Until the server has said who it is, the hash of the token names the person. */
export function authorOf(state: Pick<ReplicaMetadata, 'actors' | 'device_id'>, session: TokenSession): Author {
  const { device_id: device } = state;
  const actor = actorOf(state, session);
  return actor ? { actor: { id: actor.id, name: actor.name }, device } : { actor: null, token: session.digest, device };
}
