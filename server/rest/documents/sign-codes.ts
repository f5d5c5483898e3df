/** Codes by which a person signs on their own phone (contract, Web, WB125): rows of the token table, each worth one sign-off. */
import { randomBytes } from 'node:crypto';
import { Problem } from '../../../shared/model/problem.ts';
import { ownPhoneMs, type OwnPhoneBinding } from '../../../shared/resources/signoff/own-phone.ts';
import { newToken } from '../../auth/auth.ts';
import { projectsOf, readList } from '../../auth/token-actor.ts';
import { parentOf, requireWithinParent } from '../../auth/token-parent.ts';
import { issueToken } from '../../commit/tokens.ts';
import { childrenOf, findWithin } from '../request/find.ts';
import { requireOpenPlace } from './open-place.ts';
import type { Handler } from '../request/handler-request.ts';

export const createSignCode: Handler<'createSignCode'> = async ({ actor, author, body, params }, context) => {
  const { organisationId } = actor;
  const { now, newId } = context.commitContext;
  const code = newToken(randomBytes);
  const made = await context.store.write(organisationId, now, async (tx) => {
    const { id, body: document } = await findWithin(tx.trx, actor, 'document', params.document);
    const inForce = document['status'] === 'archived' ? null : document['current_approved_version'];
    const versions = await childrenOf(tx.trx, organisationId, id, ['version']);
    const version = versions.find((each) => each.body['version'] === inForce);
    if (!version) throw new Problem('document_not_approved', 'No version of this document is in force.');
    if (inForce !== body.version)
      throw new Problem('stale_version', `Version ${String(inForce)} is in force: brief the crew on that one.`);
    const boundTo: OwnPhoneBinding = {
      document_id: id,
      document_version: body.version,
      content_hash: String(version.body['content_hash']),
      worker: body.worker,
      briefing: body.briefing,
    };
    await requireOpenPlace(tx.trx, organisationId, version);
    const parent = await parentOf(tx.trx, actor);
    const expiresAt = new Date(now() + ownPhoneMs).toISOString();
    requireWithinParent(parent, { ip_allow: parent.ip_allow, expires_at: expiresAt, project_ids: parent.project_ids });
    return await issueToken(tx, author, code, {
      id: newId(),
      // Not whose: the audit log keeps this name, and the row outlives its use.
      name: 'Own phone',
      role: 'device',
      scopes: ['signoffs:write'],
      actor: { id: actor.id, name: actor.name },
      ipAllow: parent.ip_allow === null ? null : readList(parent.ip_allow),
      projectIds: projectsOf(parent),
      createdAt: new Date(now()).toISOString(),
      expiresAt,
      createdBy: actor.id,
      // Of a session too: when the code is used, its maker has to be somebody who may still make it.
      parentId: parent.id,
      purpose: 'own_phone',
      boundTo: JSON.stringify(boundTo),
    });
  });
  return {
    // The part after # is never sent to a server, and so is in no log.
    body: { id: made.id, url: `${context.baseUrl()}/sign#${code}`, expires_at: made.expires_at ?? '' },
    headers: { 'Cache-Control': 'no-store' },
  };
};
