/** `token create | list | revoke`: the bearer tokens of an organisation. A token is shown once, when it is made. */
import { isRole, roles } from '../../shared/access.ts';
import { newToken, saveToken } from '../auth.ts';
import { listTokens as readTokens, revokeToken as revoke } from '../store/tokens.ts';
import type { Options, Terminal } from './terminal.ts';
import { chosenOrganisation, withStore } from './with-store.ts';

const dayMs = 86_400_000;

export async function createToken(
  terminal: Terminal,
  options: Options,
): Promise<{ id: string; token: string; expires_at: string }> {
  const { role = 'integration', name = 'token', days = '365' } = options;
  if (!isRole(role)) throw new Error(`--role must be one of ${roles.join(', ')}`);
  if (!/^\d{1,3}$/.test(days) || Number(days) < 1 || Number(days) > 730) throw new Error('--days must be 1 to 730');
  return await withStore(terminal, async (ground) => {
    const organisationId = await chosenOrganisation(ground, options['org']);
    const token = newToken(terminal.random);
    const id = ground.newId();
    const expiresAt = new Date(terminal.now() + Number(days) * dayMs).toISOString();
    const actor = { id: ground.newId(), name: options['actor'] ?? name };
    const createdAt = new Date(terminal.now()).toISOString();
    await ground.store.transaction((trx) =>
      saveToken(trx, organisationId, token, { id, name, role, actor, createdAt, expiresAt }),
    );
    return { id, token, expires_at: expiresAt };
  });
}

export async function listTokens(terminal: Terminal, options: Options): Promise<readonly object[]> {
  return await withStore(terminal, async (ground) => {
    const tokens = await readTokens(ground.store.db, await chosenOrganisation(ground, options['org']));
    return tokens.map(({ id, name, role, actor_name, created_at, expires_at, revoked_at }) => ({
      id,
      name,
      role,
      actor_name,
      created_at,
      expires_at,
      revoked_at,
    }));
  });
}

export async function revokeToken(
  terminal: Terminal,
  options: Options,
  [id]: readonly string[],
): Promise<{ id: string; revoked: true }> {
  if (!id) throw new Error('say which token: its id, from “token list”');
  return await withStore(terminal, async (ground) => {
    const organisationId = await chosenOrganisation(ground, options['org']);
    const found = await ground.store.transaction((trx) =>
      revoke(trx, organisationId, id, new Date(terminal.now()).toISOString()),
    );
    if (!found) throw new Error(`there is no live token ${id}`);
    return { id, revoked: true };
  });
}
