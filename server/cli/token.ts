/** `token create | list | revoke`: the bearer tokens of an organisation. A token is shown once, when it is created. */
import { isRole, roles, type Permission } from '../../shared/model/access.ts';
import { permissionsOf, scopes as known, type Scope } from '../../shared/sync/scopes.ts';
import { withReading } from '../../shared/visible.ts';
import { newToken } from '../auth/auth.ts';
import { issueToken, revokeAudited } from '../commit/tokens.ts';
import { descendantsOf, listTokens as readTokens } from '../store/access/tokens.ts';
import { scopesOf } from '../auth/token-actor.ts';
import { operator } from '../commit/operator.ts';
import type { Options, Terminal } from './terminal.ts';
import { chosenOrganisation, withStore } from './with-store.ts';

const dayMs = 86_400_000;

export async function createToken(
  terminal: Terminal,
  options: Options,
): Promise<{ id: string; token: string; expires_at: string }> {
  const { role = 'integration', name = 'token' } = options;
  if (!isRole(role)) throw new Error(`--role must be one of ${roles.join(', ')}`);
  const scopes = scopesFrom(options['scopes']);
  return await withStore(terminal, async (context) => {
    const organisationId = await chosenOrganisation(context, options['org']);
    const token = newToken(terminal.random);
    const id = context.newId();
    const actor = { id: context.newId(), name: options['actor'] ?? name };
    const createdAt = new Date(terminal.now()).toISOString();
    const expiresAt = await context.store.write(organisationId, terminal.now, async (tx) => {
      const end = expiryFrom(options, terminal.now(), tx.settings.token_max_days);
      await issueToken(tx, operator, token, { id, name, role, scopes, actor, createdAt, expiresAt: end });
      return end;
    });
    return { id, token, expires_at: expiresAt };
  });
}

export async function listTokens(terminal: Terminal, options: Options): Promise<readonly object[]> {
  return await withStore(terminal, async (context) => {
    const tokens = await readTokens(context.store.db, await chosenOrganisation(context, options['org']));
    return tokens.map((row) => ({
      id: row.id,
      name: row.name,
      role: row.role,
      parent_id: row.parent_id,
      scopes: scopesOf(row),
      actor_name: row.actor_name,
      prefix: row.prefix,
      created_at: row.created_at,
      expires_at: row.expires_at,
      last_used_at: row.last_used_at,
      revoked_at: row.revoked_at,
    }));
  });
}

export async function revokeToken(
  terminal: Terminal,
  options: Options,
  id: string,
): Promise<{ id: string; revoked: true; also_revoked: readonly string[] }> {
  return await withStore(terminal, async (context) => {
    const organisationId = await chosenOrganisation(context, options['org']);
    const at = new Date(terminal.now()).toISOString();
    return await context.store.write(organisationId, terminal.now, async (tx) => {
      const keepsChildren = options['keep-children'] !== undefined;
      const below = keepsChildren ? [] : await descendantsOf(tx.trx, organisationId, id);
      const revoked = await revokeAudited(tx, operator, [id, ...below.map((row) => row.id)], at);
      if (!revoked.includes(id)) throw new Error(`there is no active token ${id}`);
      return { id, revoked: true, also_revoked: revoked.filter((each) => each !== id) };
    });
  });
}

/** Comma-separated names. Null, for all that the role allows, where none is given. */
function scopesFrom(text: string | undefined): Permission[] | null {
  if (text === undefined) return null;
  const isScope = (name: string): name is Scope => (known as readonly string[]).includes(name);
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !isScope(name));
  if (unknown.length > 0) throw new Error(`--scopes: ${unknown.join(', ')}; known: ${known.join(', ')}`);
  return withReading(permissionsOf(names.filter(isScope)));
}

/** `--expires`, a day or a moment in it, or `--days` from now; within two years, or what the organisation allows. */
function expiryFrom({ expires, days }: Options, nowMs: number, allowedDays: number | null): string {
  const most = allowedDays ?? 730;
  const count = days ?? String(Math.min(365, most));
  const limit = allowedDays === null ? 'two years' : `${most} days, the token_max_days of the organisation`;
  if (!/^\d{1,3}$/.test(count) || Number(count) < 1 || Number(count) > most)
    throw new Error(`--days must be at least 1 and within ${limit}`);
  if (expires === undefined) return new Date(nowMs + Number(count) * dayMs).toISOString();
  const at = /^\d{4}-\d\d-\d\d/.test(expires) ? Date.parse(expires) : NaN;
  if (!(at > nowMs && at <= nowMs + (allowedDays ?? 731) * dayMs))
    throw new Error(`--expires must be a date such as 2027-01-31, in the future and within ${limit}`);
  return new Date(at).toISOString();
}
