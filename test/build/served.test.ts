/** The built server, run as `npm start` runs it. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { restClient } from '../../client-sdk/rest.ts';
import { build } from '../../server/build.ts';
import { startServer } from '../demo/processes.ts';
import { until } from '../demo/waiting.ts';

const root = resolve(import.meta.dirname, '../..');
const token = 'the-token-of-the-built-server';

test('[CF7] the built server serves REST, the API documentation and exports', async () => {
  await build(root);
  const dataDir = await mkdtemp(join(tmpdir(), 'sitefile-built-'));
  try {
    await using server = await startServer({ PORT: '0', DATA_DIR: dataDir, SITEFILE_ADMIN_TOKEN: token });
    for (const path of ['/docs', '/docs/swagger-ui.css', '/api/v1/openapi.json'])
      expect((await fetch(server.url + path)).status, path).toBe(200);
    const rest = restClient({ server: server.url, token });
    const { id: document } = await rest.createDocument({ body: { title: 'Hoist', document_type: 'rams' } });
    for (const format of ['pdf', 'docx'] as const) {
      const { id } = await rest.exportDocument({ document, body: { format } });
      const job = await until(30_000, `the ${format}`, async () => {
        const found = await rest.getExport({ export: id });
        return found.status === 'queued' ? undefined : found;
      });
      expect(job).toMatchObject({ status: 'completed', failure: null });
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('[MR15] the built server loads PouchDB with the first mirror that has work to do', async () => {
  await build(root);
  const folder = join(root, 'server/dist');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const texts = new Map(
    await Promise.all(files.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  );
  const loading = files.filter((name) => /from ?["`]pouchdb-/.test(texts.get(name) ?? ''));
  expect(loading).toHaveLength(1);
  expect(loading).not.toContain('main.js');
  const importing = files.filter((name) => name !== loading[0] && texts.get(name)?.includes(loading[0] ?? ''));
  for (const name of importing) expect(texts.get(name)).toMatch(new RegExp(`import\\(["\`]\\./${loading[0]}["\`]\\)`));
  expect(importing.length).toBeGreaterThan(0);
});
