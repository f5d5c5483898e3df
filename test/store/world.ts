/** A store of its own for a test, with one organisation in it. */
import { randomUUID } from 'node:crypto';
import type { Engine } from '../../server/store/engine/engine.ts';
import { createOrganisation } from '../../server/store/records/feed.ts';
import { openStore, type Store } from '../../server/store/store.ts';
import { freshStoreOptions, type FreshStoreOptions } from '../kit/engines.ts';

export interface World extends AsyncDisposable {
  readonly store: Store;
  readonly orgId: string;
  readonly options: FreshStoreOptions;
  /** Every statement that the store has sent to its engine, `begin` and `commit` included. */
  readonly statements: string[];
  /** Set to let statements fail. */
  beforeStatement: (sql: string) => void;
}

export async function openWorld(engine: Engine): Promise<World> {
  const options = await freshStoreOptions(engine);
  const statements: string[] = [];
  const world: { beforeStatement: (sql: string) => void } = { beforeStatement: () => undefined };
  const onStatement = (sql: string): void => {
    statements.push(sql);
    world.beforeStatement(sql);
  };
  const store = await openStore({ ...options, onStatement });
  const orgId = await makeOrganisation(store);
  return Object.assign(world, {
    store,
    orgId,
    options,
    statements,
    async [Symbol.asyncDispose]() {
      world.beforeStatement = () => undefined;
      await store.close();
      await options.dispose();
    },
  });
}

export async function makeOrganisation(store: Store): Promise<string> {
  const org_id = randomUUID();
  await store.transaction((trx) =>
    createOrganisation(trx, {
      org_id,
      name: 'Harbour Works',
      settings: '{}',
      created_at: '2026-01-01T00:00:00.000Z',
      record_schema: 1,
    }),
  );
  return org_id;
}
