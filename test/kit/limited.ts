/** Devices of people who work on some projects only: tokens limited to them, and what such a device should hold. */
import { limitToken } from '../../server/store/access/tokens.ts';
import { replicatedKinds } from '../../shared/resources/index.ts';
import { hashOf } from '../../server/auth/auth.ts';
import type { World } from './world.ts';

export interface LimitedToken {
  readonly token: string;
  readonly id: string;
  /** From now on the token reaches these projects; null = all. By REST, as an administrator does it. */
  readonly limitTo: (projectIds: readonly string[] | null) => Promise<void>;
}

export async function limitedToken(
  world: World,
  projectIds: readonly string[] | null,
  role: 'device' | 'admin' = 'admin',
): Promise<LimitedToken> {
  const token = await world.token(role, undefined, role, { projectIds });
  const { db } = world.app.commitContext.store;
  const { id } = await db.selectFrom('token').select('id').where('hash', '=', hashOf(token)).executeTakeFirstOrThrow();
  return {
    token,
    id,
    limitTo: async (ids) => {
      const { status, text } = await world.api('PUT', `/api/v1/tokens/${id}`, { project_ids: ids });
      if (status !== 200) throw new Error(`the token was not limited: ${text}`);
    },
  };
}

/** The same past the REST door, which looks whether the projects exist. */
export async function limitAnyway(world: World, id: string, projectIds: readonly string[]): Promise<void> {
  await world.app.commitContext.store.transaction((trx) =>
    limitToken(trx, world.organisationId, id, JSON.stringify(projectIds), '[]'),
  );
}

/** `id rev` of every live record that a token of these projects should see, sorted; null = of all. */
export async function recordsOf(world: World, projectIds: readonly string[] | null): Promise<string[]> {
  const rows = await world.app.commitContext.store.db
    .selectFrom('record')
    .selectAll()
    .where('org_id', '=', world.organisationId)
    .where('deleted', '=', 0)
    .where('kind', 'in', replicatedKinds)
    .execute();
  const projectOf = new Map(rows.map((row) => [row.id, row]));
  return rows
    .filter((row) => {
      if (projectIds === null) return true;
      // Worked out from the bodies here, not from the column that is under test.
      const body = JSON.parse(row.body) as Readonly<Record<string, string | null>>;
      const owner = body['document_id'] ?? (row.kind === 'conflict' ? body['record_id'] : null);
      const own = (of: typeof row | undefined): string | null => {
        if (!of) return null;
        if (of.kind === 'project') return of.id;
        const fields = JSON.parse(of.body) as Readonly<Record<string, string | null>>;
        return fields['project_id'] ?? (fields['site_id'] ? own(projectOf.get(fields['site_id'])) : null);
      };
      const project = own(row) ?? (owner ? own(projectOf.get(owner)) : null);
      return project === null || projectIds.includes(project);
    })
    .map(({ id, rev }) => `${id} ${rev}`)
    .toSorted();
}
