/**
 * Lists over HTTP on both engines: how long a page takes in an organisation of 100,000 documents, and the same in one of 100, which
 * is the floor. Both live in one store, so the ratio says whether a list stays flat.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openApp, type App } from '../../server/run/app.ts';
import { newToken, saveToken } from '../../server/auth/auth.ts';
import { readConfig } from '../../server/base/config.ts';
import { openOrganisation } from '../../server/run/first-start.ts';
import { openLog } from '../../server/base/log.ts';
import type { Engine } from '../../server/store/engine/engine.ts';
import { upsert } from '../../server/store/records/records.ts';
import { openChance } from '../kit/clock.ts';
import { startPostgres } from '../kit/postgres.ts';
import { recordIn } from '../store/record-rows.ts';
import type { Figure } from './table.ts';

const [small, large] = [100, 100_000];
const documentsByProject = 1_000;
const [warmUps, runs] = [20, 200];

export async function rest(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sitefile-bench-'));
  await using postgres = await startPostgres({ durable: true });
  try {
    const figures: Figure[] = [];
    for (const [engine, url] of [
      ['sqlite', undefined],
      ['postgres', postgres.url],
    ] as const)
      figures.push(...(await measure(engine, url, join(folder, engine))));
    return figures;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(engine: Engine, url: string | undefined, dataDir: string): Promise<Figure[]> {
  const { bytes: random } = openChance(1);
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    SITEFILE_ADMIN_TOKEN: newToken(random),
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
  });
  await using app = await openApp(config, { now: Date.now, random, log: openLog('silent') });
  const firms = [await openFirm(app, random, small), await openFirm(app, random, large)] as const;
  await app.commitContext.store.transaction((trx) => sql`analyze`.execute(trx));
  const figures: Figure[] = [];
  for (const page of Object.keys(firms[0].pages)) {
    const times = await timesOf(firms, page);
    for (const share of [0.5, 0.95]) {
      const [floor = 0, ours = 0] = times.map((each) => each[Math.floor(each.length * share)]);
      figures.push({ what: `${engine}: ${page}, p${share * 100}`, ours, floor, unit: 'ms' });
    }
  }
  return figures;
}

interface Firm {
  /** By what they show. */
  readonly pages: Readonly<Record<string, string>>;
  get(address: string): Promise<{ readonly meta: { readonly next_cursor: string | null } }>;
  /** What happens before each reading of this page, outside of the measured time. */
  before(page: string): Promise<unknown>;
}

const afterChange = 'first page after a change';

/** Small and large in turn, so that whatever else the machine does falls on both. */
async function timesOf(firms: readonly Firm[], page: string): Promise<number[][]> {
  const times = firms.map((): number[] => []);
  for (let run = -warmUps; run < runs; run++)
    for (const [i, firm] of firms.entries()) {
      await firm.before(page);
      const start = performance.now();
      await firm.get(firm.pages[page] ?? '');
      if (run >= 0) times[i]?.push(performance.now() - start);
    }
  return times.map((each) => each.toSorted((a, b) => a - b));
}

async function openFirm(app: App, random: (bytes: number) => Uint8Array, count: number): Promise<Firm> {
  const { commitContext: ground } = app;
  const token = newToken(random);
  const organisation = await ground.store.transaction((trx) => openOrganisation(trx, ground, `Firm of ${count}`));
  const about = {
    id: ground.newId(),
    name: 'Benchmark',
    role: 'admin',
    actor: { id: ground.newId(), name: 'Benchmark' },
    createdAt: new Date().toISOString(),
    expiresAt: null,
  } as const;
  await ground.store.transaction((trx) => saveToken(trx, organisation, token, about));
  const call = async (method: string, address: string, body?: object) => {
    const response = await fetch(app.url + address, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${address} answered ${response.status}`);
    return (await response.json()) as { readonly id: string; readonly meta: { readonly next_cursor: string | null } };
  };
  const since = await fill(app, organisation, count);
  const get = (address: string) => call('GET', `/api/v1/documents?${address}`);
  const middle = await get(`per_page=25&page=${Math.ceil(count / 50)}`);
  const { id } = await call('POST', '/api/v1/documents', { title: 'Changed again and again', document_type: 'rams' });
  const last = since.projects.at(-1) ?? '';
  let changes = 0;
  return {
    get,
    before: async (page) =>
      page === afterChange ? await call('PUT', `/api/v1/documents/${id}`, { title: `Title ${changes++}` }) : undefined,
    pages: {
      'first page': 'per_page=25',
      'one rare status': 'per_page=5&status=pending_review',
      'one frequent status': 'per_page=25&status=approved',
      'two statuses': 'per_page=20&status=draft,pending_review',
      'one type': 'per_page=10&type=permit',
      'one project': `per_page=25&project_id=${last}`,
      'one project, one status and one type': `per_page=4&project_id=${last}&status=approved&type=rams`,
      'last changed first': 'per_page=25&sort=-updated_at',
      'cursor page in the middle': `cursor=${middle.meta.next_cursor ?? ''}`,
      'changes since a while ago': `per_page=25&updated_since=${since.recent}`,
      [afterChange]: 'per_page=25',
    },
  };
}

const types = ['rams', 'risk_assessment', 'method_statement', 'coshh', 'toolbox_talk', 'permit', 'powra'];

/** Rows as commit() leaves them, a thousand in a transaction. `recent` = when the last forty were written. */
async function fill(
  { commitContext: { store, newId } }: App,
  organisation: string,
  count: number,
): Promise<{ readonly projects: readonly string[]; readonly recent: string }> {
  const projects: string[] = [];
  let recent = '';
  for (let from = 0; from < count; from += documentsByProject) {
    await store.write(organisation, Date.now, async (tx) => {
      const project = newId();
      projects.push(project);
      const body = JSON.stringify({ name: `Project ${projects.length}`, status: 'active' });
      const rows = Array.from({ length: Math.min(documentsByProject, count - from) }, (_, i) => {
        const status = i % 20 === 0 ? 'pending_review' : i % 10 === 1 ? 'archived' : i % 10 < 4 ? 'draft' : 'approved';
        const type = types[i % types.length] ?? 'rams';
        const row = recordIn(tx, { id: newId(), kind: 'document', status, type, project_id: project });
        if (from + i === count - 40) recent = row.created_at;
        return { ...row, body: JSON.stringify(documentBody(from + i, status, type, project)) };
      });
      await upsert(tx.trx, organisation, [
        recordIn(tx, { id: project, kind: 'project', status: 'active', body }),
        ...rows,
      ]);
    });
  }
  return { projects, recent };
}

function documentBody(i: number, status: string, type: string, project: string): object {
  return {
    title: `Curtain walling, level ${i % 40}, bay ${i}`,
    reference: `HLC-2026-014-RAMS-${i}`,
    document_type: type,
    status,
    version: 1,
    project_id: project,
    site_id: null,
    current_approved_version: status === 'approved' ? 1 : null,
    review_rounds: [
      { number: 1, submitted_at: '2026-11-16T08:14:05.120Z', notes: 'Wind limits are clear now. '.repeat(20) },
    ],
  };
}
