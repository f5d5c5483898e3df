/** How tables come to be, and come up to date. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { migrationsFor } from '../../server/store/migrations/index.ts';
import { openStore } from '../../server/store/store.ts';
import { engines, freshStoreOptions } from '../kit/engines.ts';
import { startChild, type Child } from './child.ts';
import { writeRecords } from './record-rows.ts';
import { makeOrganisation } from './world.ts';

describe.each(engines)('migration on %s', (engine) => {
  test('[DB14] three processes that open an empty database at once run each migration once', async () => {
    await using options = await freshStoreOptions(engine, { migrated: false });
    const openers = Array.from({ length: 3 }, () =>
      startChild('opener-program.ts', { url: options.url, file: options.file }),
    );
    const lines = openers.map(({ lines: of }) => of[Symbol.asyncIterator]());
    expect(await Promise.all(lines.map(async (of) => (await of.next()).value))).toEqual(['ready', 'ready', 'ready']);
    for (const opener of openers) opener.tell('go');
    expect(await Promise.all(lines.map(async (of) => (await of.next()).value))).toEqual(['open', 'open', 'open']);
    await Promise.all(openers.map((opener: Child) => opener.ended));

    await using store = await openStore(options);
    const ran = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(store.db);
    expect(ran.rows.map((row) => row.name)).toEqual(Object.keys(migrationsFor(engine)));
    expect(await writeRecords(store, await makeOrganisation(store), [{}])).toMatchObject([{ seq: 1 }]);
  });

  test('[DB15] a database of a newer version is not opened', async () => {
    await using options = await freshStoreOptions(engine);
    const store = await openStore(options);
    await store.transaction(async (trx) => {
      await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '2099-01-01T00:00:00.000Z')`.execute(
        trx,
      );
    });
    await store.close();
    await expect(openStore(options)).rejects.toThrow('9999-future');
  });
});
