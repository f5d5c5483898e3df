/** Codes that enrol a tablet (contract, Web): rows of the token table that are worth one device token, once, within 15 minutes. */
import { randomBytes } from 'node:crypto';
import { requireGrantable } from '../../../shared/model/access.ts';
import { deviceCodeSecret } from '../../auth/device-code.ts';
import { readableCode } from '../../auth/readable-code.ts';
import { projectsOf, readList } from '../../auth/token-actor.ts';
import { parentOf, requireWithinParent } from '../../auth/token-parent.ts';
import { issueToken } from '../../commit/tokens.ts';
import { unusedCodes } from '../../store/access/tokens.ts';
import type { Handler } from '../request/handler-request.ts';
import { projectsNamed } from '../request/projects-named.ts';

const codeMs = 15 * 60_000;
const listedForMs = 86_400_000;

export const listDeviceCodes: Handler<'listDeviceCodes'> = async ({ actor }, { store, commitContext }) => {
  const nowMs = commitContext.now();
  const since = new Date(nowMs - listedForMs).toISOString();
  const rows = await unusedCodes(store.db, actor.organisationId, since);
  const data = rows.map((row) => {
    const { id, name, created_at, expires_at: expiresAt } = row;
    const status = Date.parse(expiresAt ?? '') > nowMs ? ('waiting' as const) : ('expired' as const);
    return { id, name, status, project_ids: projectsOf(row), created_at, expires_at: expiresAt ?? created_at };
  });
  return { body: { data } };
};

export const createDeviceCode: Handler<'createDeviceCode'> = async ({ actor, author, body }, context) => {
  const { organisationId } = actor;
  const { now, newId } = context.commitContext;
  const code = readableCode(randomBytes(8));
  const made = await context.store.write(organisationId, now, async (tx) => {
    requireGrantable(actor, 'device');
    const parent = await parentOf(tx.trx, actor);
    const projectIds = (await projectsNamed(tx.trx, organisationId, body.project_ids ?? null)) ?? projectsOf(parent);
    const expiresAt = new Date(now() + codeMs).toISOString();
    requireWithinParent(parent, {
      ip_allow: parent.ip_allow,
      expires_at: expiresAt,
      project_ids: projectIds && JSON.stringify(projectIds),
    });
    return await issueToken(tx, author, deviceCodeSecret(context.signingKey, code), {
      id: newId(),
      name: body.name,
      role: 'device',
      actor: { id: newId(), name: body.name },
      ipAllow: parent.ip_allow === null ? null : readList(parent.ip_allow),
      projectIds,
      createdAt: new Date(now()).toISOString(),
      expiresAt,
      createdBy: actor.id,
      // Of a session too: when the code is used, its maker has to be somebody who may still make it.
      parentId: parent.id,
      purpose: 'device_code',
    });
  });
  return {
    body: {
      id: made.id,
      name: made.name,
      code,
      // The part after # is never sent to a server, and so is in no log.
      url: `${context.baseUrl()}/field/enrol#${code}`,
      project_ids: projectsOf(made),
      expires_at: made.expires_at ?? '',
    },
    headers: { 'Cache-Control': 'no-store' },
  };
};
