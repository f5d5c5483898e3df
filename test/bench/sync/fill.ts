/** Fills a store before its server starts: first ballast, then the records to measure. */
import { join } from 'node:path';
import { readConfig } from '../../../server/base/config.ts';
import { firstStart } from '../../../server/run/first-start.ts';
import { upsert } from '../../../server/store/records/records.ts';
import { followFeed } from '../../../server/store/search/search-index.ts';
import { addToSums } from '../../../server/store/records/scopes.ts';
import { openStore } from '../../../server/store/store.ts';
import { openChance } from '../../kit/clock.ts';
import { recordIn } from '../../store/record-rows.ts';
import { documentBody, hazardBody, idOf, readPool } from './content.ts';

export const token = 'the-token-of-the-benchmark';
const hazardsByDocument = 19;

/** Others that no device asks for, the records to measure, and an empty one. */
const projects = ['Others', 'Measured', 'Live'] as const;

export interface Filled {
  /** Place in the feed behind which the measured records begin. */
  readonly from: number;
  /** What the devices hold in a first sync. */
  readonly project: string;
  readonly liveProject: string;
  readonly hazardIds: readonly string[];
}

/** `others` documents in a project that nobody asks for, then `records` in documents of twenty, hazards as records of their own. */
export async function fill(dataDir: string, others: number, records: number): Promise<Filled> {
  const store = await openStore({ url: undefined, file: join(dataDir, 'sitefile.db') });
  try {
    const chance = openChance(7);
    const pool = readPool();
    const ground = { store, now: Date.now, newId: () => idOf(chance, 0), wake: () => {} };
    const config = readConfig({ DATA_DIR: dataDir, SITEFILE_ADMIN_TOKEN: token });
    await firstStart(ground, config, chance.bytes);
    const { org_id: organisation } = await store.db.selectFrom('feed').select('org_id').executeTakeFirstOrThrow();
    const hazardIds: string[] = [];
    let documentId = '';
    const write = (count: number, rowOf: (i: number) => Parameters<typeof recordIn>[1]) =>
      store.write(organisation, Date.now, async (tx) => {
        const rows = Array.from({ length: count }, (_, i) => recordIn(tx, rowOf(i)));
        await upsert(tx.trx, organisation, rows);
        await addToSums(
          tx.trx,
          organisation,
          rows.map((after) => ({ before: undefined, after })),
        );
        return rows.at(-1)?.seq ?? 0;
      });
    const [otherProject, project, liveProject] = projects.map((_, i) => idOf(chance, i)) as [string, string, string]; // three
    let from = await write(projects.length, (i) => {
      const id = [otherProject, project, liveProject][i] ?? '';
      const body = { name: projects[i], status: 'active' };
      return { id, kind: 'project', status: 'active', scope: id, body: JSON.stringify(body) };
    });
    for (let n = 0; n < others; n += 1000)
      from = await write(Math.min(1000, others - n), (i) => documentRow(idOf(chance, n + i), n + i, otherProject));
    for (let n = 0; n < records; n += 1000)
      await write(Math.min(1000, records - n), (i) => {
        const id = idOf(chance, others + n + i);
        if (i % (hazardsByDocument + 1) === 0) {
          documentId = id;
          return documentRow(id, others + n + i, project);
        }
        hazardIds.push(id);
        const body = hazardBody(documentId, n + i, pool, chance);
        const { sort_key } = body;
        return { id, kind: 'hazard', document_id: documentId, sort_key, scope: project, body: JSON.stringify(body) };
      });
    await followFeed(store, organisation);
    return { from, project, liveProject, hazardIds };

    function documentRow(id: string, n: number, scope: string) {
      const body = JSON.stringify({ ...documentBody(n, pool, chance), project_id: scope });
      return { id, kind: 'document', status: 'draft', type: 'rams', project_id: scope, scope, body };
    }
  } finally {
    await store.close();
  }
}
