/** The very first start of an empty store: one organisation and one admin token, so that there is a way in. */
import type { Trx } from '../store/engine/db.ts';
import { releasedSteps } from '../../shared/upgrade/steps.ts';
import { currentSchema } from '../../shared/upgrade/upgrade.ts';
import { newToken } from '../auth/auth.ts';
import { auditChange } from '../commit/audit.ts';
import { organisationState } from '../commit/audited-state.ts';
import { operator } from '../commit/operator.ts';
import { issueToken } from '../commit/tokens.ts';
import { writeUnderLock } from '../store/write.ts';
import type { CommitContext } from '../commit/commit.ts';
import type { Config } from '../base/config.ts';
import { createOrganisation, listOrganisations, lockOrganisations, readFeed } from '../store/records/feed.ts';

/** The generated token, or null where the operator set one or an organisation already exists. */
export async function firstStart(
  context: CommitContext,
  { organisationName, adminToken: given }: Pick<Config, 'organisationName' | 'adminToken'>,
  random: (bytes: number) => Uint8Array,
): Promise<string | null> {
  const { now, newId } = context;
  return await context.store.transaction(async (trx) => {
    await lockOrganisations(trx);
    if ((await listOrganisations(trx)).length > 0) return null;
    const token = given ?? newToken(random);
    const organisationId = await openOrganisation(trx, context, organisationName);
    await writeUnderLock(trx, organisationId, now, (tx) =>
      issueToken(tx, operator, token, {
        id: newId(),
        name: 'first admin token',
        role: 'owner', // an admin could not appoint the first owner
        actor: { id: newId(), name: 'Administrator' },
        createdAt: new Date(now()).toISOString(),
        expiresAt: null,
      }),
    );
    return given === undefined ? token : null;
  });
}

/** A new, empty organisation; returns its id. */
export async function openOrganisation(
  trx: Trx,
  { now, newId, steps }: Pick<CommitContext, 'now' | 'newId' | 'steps'>,
  name: string,
  id = newId(),
): Promise<string> {
  await createOrganisation(trx, {
    org_id: id,
    name,
    settings: '{}',
    created_at: new Date(now()).toISOString(),
    record_schema: currentSchema(steps ?? releasedSteps),
  });
  await writeUnderLock(trx, id, now, async (tx) => {
    const feed = await readFeed(trx, id);
    if (!feed) throw new Error('the organisation was not stored');
    await auditChange(tx, operator, { op: 'create', kind: 'organisation', id, state: organisationState(feed) });
  });
  return id;
}
