/** What one push costs the server, without a device: many new records, many edits, one edit. */
import { randomBytes, randomUUID } from 'node:crypto';
import { nextCommandId } from '../../../shared/sync/command-identity.ts';
import { openChance } from '../../kit/clock.ts';
import { median, type Figure } from '../table.ts';
import { hazardBody, readPool } from './content.ts';
import { token } from './fill.ts';

const runs = 15;
const batch = 200;

export async function rawPushes(server: string, floor: string): Promise<readonly Figure[]> {
  const [chance, pool, documentId] = [openChance(11), readPool(), randomUUID()];
  const push = (commands: readonly object[]) => pushTo(server, commands);
  await push([{ op: 'create', kind: 'document', id: documentId, set: { title: 'Lift', document_type: 'rams' } }]);
  const hazards = Array.from({ length: runs }, (_, run) =>
    Array.from({ length: batch }, (__, i) => ({
      id: randomUUID(),
      set: hazardBody(documentId, run * batch + i, pool, chance),
    })),
  );
  const change = (run: number, { id }: { readonly id: string }, i: number) => ({
    id,
    set: { name: `Edit ${i} of run ${run}` },
  });
  const [few] = hazards;
  return [
    {
      what: `push of ${batch} new hazards, durable`,
      ours: await median(runs, (run) =>
        push((hazards[run] ?? []).map((hazard) => ({ op: 'create', kind: 'hazard', ...hazard }))),
      ),
      floor: await median(runs, (run) =>
        postTo(
          `${floor}/insert`,
          (hazards[run] ?? []).map(({ id, set }) => ({ id, set: { body: set } })),
        ),
      ),
      unit: 'ms',
    },
    {
      what: `push of ${batch} edits, durable`,
      ours: await median(runs, (run) =>
        push((few ?? []).map((hazard, i) => ({ op: 'patch', kind: 'hazard', ...change(run, hazard, i) }))),
      ),
      floor: await median(runs, (run) =>
        postTo(
          `${floor}/edit`,
          (few ?? []).map((hazard, i) => change(run, hazard, i)),
        ),
      ),
      unit: 'ms',
    },
    {
      what: 'push of one edit, durable',
      ours: await median(runs * 4, (run) =>
        push(
          (few ?? [])
            .slice(0, 1)
            .map((hazard, i) => ({ op: 'patch', kind: 'hazard', ...change(run + runs, hazard, i) })),
        ),
      ),
      floor: await median(runs * 4, (run) =>
        postTo(
          `${floor}/edit`,
          (few ?? []).slice(0, 1).map((hazard, i) => change(run, hazard, i)),
        ),
      ),
      unit: 'ms',
    },
  ];
}

/** One more document of the project with its hazards. */
export async function pushDocument(
  server: string,
  hazards: number,
  project_id: string,
): Promise<{ documentId: string; hazardIds: string[] }> {
  const [chance, pool, documentId] = [openChance(13), readPool(), randomUUID()];
  const sets = Array.from({ length: hazards }, (_, i) => ({
    id: randomUUID(),
    set: hazardBody(documentId, i, pool, chance),
  }));
  const commands = [
    { op: 'create', kind: 'document', id: documentId, set: { title: 'Live', document_type: 'rams', project_id } },
    ...sets.map((hazard) => ({ op: 'create', kind: 'hazard', ...hazard })),
  ];
  await pushTo(server, commands);
  return { documentId, hazardIds: sets.map(({ id }) => id) };
}

export async function pushTo(server: string, commands: readonly object[]): Promise<unknown> {
  return await postTo(`${server}/api/v1/sync/push`, { schema: 1, commands: queued(commands) });
}

/** As a device would queue them. */
function queued(commands: readonly object[]): object[] {
  let prev: string | null = null;
  return commands.map((command) => {
    const id = nextCommandId(prev, Date.now(), randomBytes(10));
    const each = { id, prev, command };
    prev = id;
    return each;
  });
}

export async function postTo(url: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return await response.json();
}
