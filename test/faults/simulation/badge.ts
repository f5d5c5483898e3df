/** Who a tablet's requests come from, by its token: it changes when a person's role does, or when somebody else takes the tablet. */
import type { Role } from '../../../shared/model/access.ts';
import type { World } from '../../kit/world.ts';

/** What a token was limited to before. */
interface PastGrant {
  readonly grant: readonly string[] | null;
  /** Ms since 1970, by the server's clock. */
  readonly untilMs: number;
  /** That clock had been set back: what is older may look newer than the end of these limits, and is out of sight then. */
  readonly wasSetBack: boolean;
}

export interface Badge {
  readonly token: string;
  readonly tokenId: string;
  /** Null = the token is no user's, and its role never changes. */
  readonly userId: string | null;
  role: Role;
  /** Projects that it is limited to; null = none but those of the organisation. */
  grant: readonly string[] | null;
  /** Work of then is taken under it. */
  past: readonly PastGrant[];
}

/** `asUser` = a user is made for it. */
export async function newBadge(world: World, role: Role, name: string, asUser: boolean): Promise<Badge> {
  const { newId } = world.app.commitContext;
  const tokenId = newId();
  const userId = asUser ? await newUser(world, role, name) : null;
  const more = { id: tokenId, ...(userId ? { userId, actor: { id: userId, name } } : {}) };
  // A token is never more than its user, whatever its own role.
  const token = await world.token(asUser ? 'admin' : role, world.organisationId, name, more);
  return { token, tokenId, userId, role, grant: null, past: [] };
}

async function newUser(world: World, role: Role, name: string): Promise<string> {
  const id = world.app.commitContext.newId();
  const { status, text } = await world.api('POST', '/api/v1/users', { id, name, email: `${id}@example.org`, role });
  if (status !== 201) throw new Error(`the user was not made: ${text}`);
  return id;
}
