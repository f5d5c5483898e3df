/** kill -9 of the server at any statement of a push, then the same push again: exactly one effect, whatever the point. */
import { describe, expect, test } from 'vitest';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from '../../shared/model/command.ts';
import { uuidv7 } from '../../shared/model/uuid.ts';
import type { PullReply, PushReply } from '../../shared/sync/sync.ts';
import { act, create, patch } from '../kit/bare-device.ts';
import { engines, freshStoreOptions } from '../kit/engines.ts';
import { startServer, type ServerProcess } from '../kit/server-process.ts';
import { isLongRun, report } from './table/figures.ts';

const token = 'admin-token-of-the-kill-test';

async function post<T>(server: ServerProcess, path: string, body: unknown): Promise<T> {
  const response = await fetch(`${server.url}/api/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T; // the caller names the reply of this path
}

/** A device that queues commands, each behind the one before. */
function openQueue(): (commands: readonly Command[]) => readonly object[] {
  let prev: string | null = null;
  return (commands) =>
    commands.map((command) => {
      const queued = { id: uuidv7(Date.now(), randomBytes(10)), prev, command };
      prev = queued.id;
      return queued;
    });
}

/** One push of what a commit can do: an edit of which one half finds a conflict, a new entry that moves its document, and a record by itself. */
function roundOf(round: number, ids: { hazard: string; document: string }) {
  const change = { description: `round ${round}`, who_at_risk: `people of round ${round}` };
  const edit = patch('hazard', ids.hazard, change, { description: 'never seen' });
  const made = create('hazard', randomUUID(), { document_id: ids.document, name: `Hazard of round ${round}` });
  const project = create('project', randomUUID(), { name: `Project of round ${round}` });
  return [edit, made, project];
}

describe.each(engines)('a server killed on %s', (engine) => {
  // Every fourth statement, others on either engine; each takes a start of the server. The long run tries all.
  test('[FT1] before any statement of a push: sent again, the push has exactly one effect', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sitefile-kill-'));
    await using fresh = await freshStoreOptions(engine);
    const environment = { DATA_DIR: dataDir, DATABASE_URL: fresh.url, SITEFILE_ADMIN_TOKEN: token };
    const [document, hazard] = [randomUUID(), randomUUID()];
    let server = await startServer(environment);
    try {
      const setUp = [
        create('document', document, { title: 'Glulam lift', document_type: 'rams' }),
        create('hazard', hazard, { document_id: document, name: 'Falling load' }),
      ];
      const queue = openQueue();
      await post(server, 'sync/push', { schema: 1, commands: queue(setUp) });
      let killed = 0;
      for (let point = engine === 'sqlite' || isLongRun ? 1 : 3; ; point += isLongRun ? 1 : 4) {
        const body = { schema: 1, commands: queue(roundOf(killed, { hazard, document })) };
        await server.dieAt(point);
        const answered = await post<PushReply>(server, 'sync/push', body).catch(() => null);
        if (answered && (await server.disarm())) break;
        killed++;
        await server.kill();
        server = await startServer(environment);
        const { results } = await post<PushReply>(server, 'sync/push', body);
        expect(results.map((result) => result.status)).not.toContain('refused');
      }
      expect(killed).toBeGreaterThan(2);
      await expectOneEffectEach(server, killed + 1);
      report('statementKilled', { injected: killed, survived: 3 * (killed + 1), lost: 0, doubled: 0 });
    } finally {
      await server.kill();
      await rm(dataDir, { recursive: true, force: true });
    }
  });

  test('[FT2] a publish that was killed leaves the document as before, or approved', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sitefile-kill-'));
    await using fresh = await freshStoreOptions(engine);
    const environment = { DATA_DIR: dataDir, DATABASE_URL: fresh.url, SITEFILE_ADMIN_TOKEN: token };
    let server = await startServer(environment);
    try {
      const points = isLongRun ? [...Array(16).keys()].slice(1) : engine === 'sqlite' ? [2, 6, 10] : [4, 8, 12];
      for (const point of points) {
        const document = randomUUID();
        const queue = openQueue();
        const before = [
          create('document', document, { title: `Lift ${point}`, document_type: 'rams' }),
          act('document', document, 'submit_review'),
        ];
        await post(server, 'sync/push', { schema: 1, commands: queue(before) });
        const content_hash = await submittedHash(server, document);
        const approve = {
          schema: 1,
          commands: queue([act('document', document, 'approve', { version: 1, content_hash })]),
        };
        await server.dieAt(point);
        await post(server, 'sync/push', approve).catch(() => null);
        await server.kill();
        server = await startServer(environment);
        const { ops } = await post<PullReply>(server, 'sync/pull', { limit: 5000 });
        const found = ops.find((op) => op.op === 'put' && op.id === document);
        const versions = ops.filter((op) => op.op === 'put' && op.kind === 'version' && op.document_id === document);
        const status = found?.op === 'put' ? found.body['status'] : null;
        expect([status, versions.length]).toEqual(versions.length === 1 ? ['approved', 1] : ['pending_review', 0]);
      }
      report('statementKilled', { injected: points.length, survived: points.length, lost: 0, doubled: 0 });
    } finally {
      await server.kill();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

/** Of the content that was submitted for review. */
async function submittedHash(server: ServerProcess, document: string): Promise<string | undefined> {
  const response = await fetch(`${server.url}/api/v1/documents/${document}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { review_rounds: rounds } = (await response.json()) as { review_rounds: { content_hash: string }[] }; // the document's own reply
  return rounds.at(-1)?.content_hash;
}

/** Records, revisions and events all say that each command was taken once. */
async function expectOneEffectEach(server: ServerProcess, rounds: number): Promise<void> {
  const { ops } = await post<PullReply>(server, 'sync/pull', { limit: 5000 });
  const put = ops.filter((op) => op.op === 'put');
  expect(put.filter((op) => op.kind === 'project')).toHaveLength(rounds);
  expect(put.filter((op) => op.kind === 'hazard')).toHaveLength(rounds + 1);
  expect(new Set(put.filter((op) => op.kind === 'project').map((op) => op.body['name'])).size).toBe(rounds);
  const response = await fetch(`${server.url}/api/v1/events?limit=1000`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const events = (await response.json()) as { data: { event: string }[] }; // the event feed's reply
  const hazardEdits = events.data.filter((event) => event.event === 'document.updated');
  // One for the set-up hazard; after that each round edits one hazard and makes one.
  expect(hazardEdits.length).toBe(1 + rounds * 2);
}
