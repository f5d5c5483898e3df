/** API tokens (contract, Tokens and settings): created, listed and revoked; a token is shown once, in the response to its creation. */
import { randomBytes } from 'node:crypto';
import type * as z from 'zod';
import { isRole, isWithin, requireGrantable, type Actor, type Role } from '../../../shared/model/access.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { User } from '../../../shared/resources/user.ts';
import { endpoints } from '../../../shared/rest/rest.ts';
import { permissionsOf } from '../../../shared/sync/scopes.ts';
import { withReading } from '../../../shared/visible.ts';
import { invalid, parse } from '../../../shared/model/validation.ts';
import { auditToken, issueToken, revokeAudited } from '../../commit/tokens.ts';
import { newToken } from '../../auth/auth.ts';
import { isRange } from '../../base/addresses.ts';
import type { Store } from '../../store/store.ts';
import type { TokenTable } from '../../store/tables/tokens.ts';
import { loadByIds } from '../../store/records/records.ts';
import {
  descendantsOf,
  limitToken,
  pageOfTokens,
  readToken,
  renameToken,
  unbindToken,
  type TokenStatus,
} from '../../store/access/tokens.ts';
import { pastWith, projectsOf, readList, scopesOf } from '../../auth/token-actor.ts';
import { parentOf, requireOwnerForOwners, requireWithinParent } from '../../auth/token-parent.ts';
import type { Handler } from '../request/handler-request.ts';
import { find, idOf, missing } from '../request/find.ts';
import { envelope } from '../request/lists.ts';
import { projectsNamed } from '../request/projects-named.ts';
import { expiryOf } from './token-expiry.ts';

type Shown = z.output<(typeof endpoints)['getToken']['reply']>;
type Asked = z.output<(typeof endpoints)['createToken']['body']>;

export const createToken: Handler<'createToken'> = async (request, context) => {
  const { actor, body } = request;
  const { organisationId } = actor;
  const { now, newId } = context.commitContext;
  const ranges = rangesOf(body);
  const token = newToken(randomBytes);
  const made = await context.store.write(organisationId, now, async (tx) => {
    const user = body.user_id == null ? null : await userOf(tx.trx, actor, body.user_id);
    const role = roleOf(body, user?.role);
    const scopes = body.scopes ? withReading(permissionsOf(body.scopes)) : null;
    requireGrantable(actor, role, scopes);
    const parent = await parentOf(tx.trx, actor);
    const projectIds = (await projectsNamed(tx.trx, organisationId, body.project_ids ?? null)) ?? projectsOf(parent);
    const ipAllow = ranges ?? (parent.ip_allow === null ? null : readList(parent.ip_allow));
    const expiresAt = expiryOf(body, now(), tx.settings.token_max_days, parent.expires_at);
    requireWithinParent(parent, {
      ip_allow: ipAllow && JSON.stringify(ipAllow),
      expires_at: expiresAt,
      project_ids: projectIds && JSON.stringify(projectIds),
    });
    const id = newId();
    return await issueToken(tx, request.author, token, {
      id,
      name: body.name,
      role,
      scopes,
      actor: user ? { id: user.id, name: user.name } : { id: newId(), name: body.name },
      userId: user?.id ?? null,
      ipAllow,
      projectIds,
      createdAt: new Date(now()).toISOString(),
      expiresAt,
      createdBy: actor.id,
      parentId: parent.purpose === 'session' ? null : parent.id,
    });
  });
  return {
    body: { ...showToken(made, timeOf(now())), token },
    location: `/api/v1/tokens/${made.id}`,
    headers: { 'Cache-Control': 'no-store' },
  };
};

export const listTokens: Handler<'listTokens'> = async ({ actor, query }, context) => {
  const now = timeOf(context.commitContext.now());
  const { status: statuses, user_id: userId, page, per_page: perPage } = query;
  const list = { statuses, userId, now, page, perPage };
  const { rows, total } = await pageOfTokens(context.store.db, actor.organisationId, list);
  return {
    body: envelope(
      rows.map((row) => showToken(row, now)),
      total,
      query,
    ),
  };
};

export const getToken: Handler<'getToken'> = async ({ actor, params }, context) => {
  const row = await tokenOf(context.store.db, actor.organisationId, idOf('token', params.token));
  return { body: showToken(row, timeOf(context.commitContext.now())) };
};

export const updateToken: Handler<'updateToken'> = async ({ actor, author, params, fields }, context) => {
  const { organisationId } = actor;
  const id = idOf('token', params.token);
  const { name, project_ids: asked, device_id: device } = parse(endpoints.updateToken.fields, fields);
  const { now } = context.commitContext;
  const row = await context.store.write(organisationId, now, async (tx) => {
    const before = await tokenOf(tx.trx, organisationId, id);
    if (name === undefined && asked === undefined && device === undefined) return before;
    await requireOwner(tx.trx, actor, before);
    // The caller must have all the rights that the token has without its limit.
    if (isRole(before.role)) requireGrantable(actor, before.role, scopesOf(before));
    const projectIds = asked === undefined ? projectsOf(before) : await projectsNamed(tx.trx, organisationId, asked);
    const project_ids = projectIds && JSON.stringify(projectIds);
    requireWithinParent(await parentOf(tx.trx, actor), { ...before, project_ids });
    if (project_ids !== before.project_ids)
      await limitToken(tx.trx, organisationId, id, project_ids, pastWith(before, timeOf(now())));
    if (device === null) await unbindToken(tx.trx, organisationId, id);
    if (name !== undefined)
      await renameToken(tx.trx, organisationId, id, name, before.user_id === null ? name : before.actor_name);
    const after = await tokenOf(tx.trx, organisationId, id);
    const isRenamed = after.name !== before.name;
    if (isRenamed || after.project_ids !== before.project_ids || after.device_id !== before.device_id)
      await auditToken(tx, author, { op: 'patch' }, after);
    return after;
  });
  context.commitContext.wake(organisationId); // so that open streams and long polls of the token follow the new limits
  return { body: showToken(row, timeOf(now())) };
};

export const revokeToken: Handler<'revokeToken'> = async ({ actor, author, params, body }, context) => {
  const { organisationId } = actor;
  const id = idOf('token', params.token);
  const now = timeOf(context.commitContext.now());
  const shown = await context.store.write(organisationId, context.commitContext.now, async (tx) => {
    const below = body.keep_children ? [] : await descendantsOf(tx.trx, organisationId, id);
    if (below.some((row) => row.id === actor.tokenId))
      throw new Problem('conflict', 'Your own token was made with this one: send keep_children, or use another token.');
    for (const row of [await tokenOf(tx.trx, organisationId, id), ...below]) await requireOwner(tx.trx, actor, row);
    const ids = [id, ...below.map((row) => row.id)];
    const revoked = await revokeAudited(tx, author, ids, now);
    const row = await tokenOf(tx.trx, organisationId, id);
    return { ...showToken(row, now), also_revoked: revoked.filter((each) => each !== id) };
  });
  context.commitContext.wake(organisationId); // so that open streams and long polls of the tokens end
  return { body: shown };
};

async function tokenOf(db: Store['db'], organisationId: string, id: string): Promise<TokenTable> {
  const row = await readToken(db, organisationId, id);
  // The code of a tablet is a token that was not redeemed yet, and can be revoked like one.
  if (row?.purpose !== 'api' && row?.purpose !== 'device_code') throw missing('token');
  return row;
}

async function requireOwner(db: Store['db'], actor: Actor, row: TokenTable): Promise<void> {
  const [user] = row.user_id === null ? [] : await loadByIds(db, actor.organisationId, [row.user_id]);
  const role = user ? (JSON.parse(user.body) as User).role : null; // a record of kind user holds a body of its schema
  requireOwnerForOwners(actor, row, role);
}

/** An active user of the organisation. Only an owner may create a token that acts as an owner. */
async function userOf(db: Store['db'], actor: Actor, id: string): Promise<{ id: string; name: string; role: Role }> {
  const record = await find(db, actor.organisationId, 'user', id).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    throw new Problem('reference_unknown', 'There is no user with this id.', {
      errors: [{ pointer: '#/user_id', code: 'reference_unknown', detail: 'no user has this id' }],
    });
  });
  const { name, role, active } = record.body as unknown as User; // a record of kind user holds a body of its schema
  if (!active) throw new Problem('conflict', 'The user is not active.');
  if (role === 'owner' && actor.role !== 'owner')
    throw new Problem('forbidden', 'Only an owner may create a token that acts as an owner.');
  return { id: record.id, name, role };
}

/** The requested role, within the user's; without either, the role for integrations. */
function roleOf({ role }: Asked, ofUser: Role | undefined): Role {
  if (role == null) return ofUser ?? 'integration';
  if (ofUser !== undefined && !isWithin(role, ofUser))
    throw invalid([{ pointer: '#/role', code: 'too_big', detail: `must not exceed the role of the user, ${ofUser}` }]);
  return role;
}

function rangesOf({ ip_allow: ranges }: Asked): string[] | null {
  const faults = (ranges ?? []).flatMap((range, i) => (isRange(range) ? [] : [i]));
  if (faults.length > 0)
    throw invalid(
      faults.map((i) => ({
        pointer: `#/ip_allow/${i}`,
        code: 'invalid_format',
        detail: 'must be an IP address or a CIDR such as 192.0.2.0/24',
      })),
    );
  return ranges ?? null;
}

/** `now` = RFC 3339. */
function statusOf({ revoked_at, expires_at }: TokenTable, now: string): TokenStatus {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && expires_at <= now ? 'expired' : 'active';
}

function showToken(row: TokenTable, now: string): Shown {
  const { id, name, role, actor_id, actor_name, user_id, ip_allow, prefix, last_characters } = row;
  return {
    id,
    name,
    status: statusOf(row, now),
    role,
    scopes: scopesOf(row),
    actor: { id: actor_id, name: actor_name },
    user_id,
    ip_allow: ip_allow === null ? null : readList(ip_allow),
    project_ids: projectsOf(row),
    device_id: row.device_id,
    prefix,
    last_characters,
    created_at: row.created_at,
    created_by: row.created_by,
    parent_id: row.parent_id,
    expires_at: row.expires_at,
    last_used_at: row.last_used_at,
    clock_ahead_ms: row.clock_ahead_ms,
    never_expires: row.expires_at === null,
    revoked_at: row.revoked_at,
    warnings: row.expires_at === null && row.revoked_at === null ? ['never_expires'] : [],
  };
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
