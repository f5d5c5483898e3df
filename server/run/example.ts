/** Loads the example into an organisation of its own, for a person who is only looking. A second call finds it loaded. */
import { systemActorId } from '../../shared/model/access.ts';
import { newToken } from '../auth/auth.ts';
import { exampleOrganisation } from '../base/example-organisation.ts';
import { operator } from '../commit/operator.ts';
import { issueToken, revokeAudited } from '../commit/tokens.ts';
import type { CommitContext } from '../commit/commit.ts';
import type { Limiter } from '../http/rate-limits.ts';
import { readFeed } from '../store/records/feed.ts';
import { openOrganisation } from './first-start.ts';
import type { Outside } from './outside.ts';

const hourMs = 3_600_000;

interface ExampleOptions {
  readonly load: NonNullable<Outside['loadExample']>;
  readonly commitContext: CommitContext;
  readonly random: Outside['random'];
  readonly limiter: Limiter;
  /** Where this process answers itself. */
  readonly url: () => string;
}

/** The returned function resolves with the id of the organisation. */
export function openExample({ load, commitContext, random, limiter, url }: ExampleOptions): () => Promise<string> {
  const { store, now, newId } = commitContext;
  let loading: Promise<string> | undefined;

  async function loadOnce(): Promise<string> {
    if (!(await readFeed(store.db, exampleOrganisation)))
      await store.transaction((trx) => openOrganisation(trx, commitContext, 'Example', exampleOrganisation));
    const [token, id] = [newToken(random), newId()];
    const at = now();
    await store.write(exampleOrganisation, now, (tx) =>
      issueToken(tx, operator, token, {
        id,
        name: 'loads the example',
        role: 'owner',
        actor: { id: systemActorId, name: 'Example' },
        createdAt: new Date(at).toISOString(),
        expiresAt: new Date(at + hourMs).toISOString(),
      }),
    );
    limiter?.lift(`${exampleOrganisation} ${id}`);
    try {
      await load({ url: url(), token });
    } finally {
      await store.write(exampleOrganisation, now, (tx) =>
        revokeAudited(tx, operator, [id], new Date(now()).toISOString()),
      );
    }
    return exampleOrganisation;
  }

  return async () => {
    loading ??= loadOnce();
    try {
      return await loading;
    } catch (error) {
      loading = undefined; // so that the next person can try again
      throw error;
    }
  };
}
