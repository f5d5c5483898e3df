/** The built server, run as `npm start` runs it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { restClient } from '../../client-sdk/rest.ts';
import { build } from '../../server/build.ts';
import { startServer } from '../demo/processes.ts';
import { until } from '../demo/waiting.ts';

const token = 'the-token-of-the-built-server';

test('[CF7] the built server serves REST, the API documentation and exports', async () => {
  await build(resolve(import.meta.dirname, '../..'));
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
