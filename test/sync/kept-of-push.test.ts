/** What is kept of a push: the answers of its commands, and its entry of the audit log. */
import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../shared/sha256.ts';
import { bareDevice, create, patch } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { openWorld } from '../kit/world.ts';

interface AuditEntry {
  readonly actor: { readonly name: string };
  readonly commands: readonly { readonly op: string; readonly id: string }[];
  readonly records: readonly { readonly id: string; readonly rev: number }[];
}

describe.each(engines)('what is kept of a push on %s', (engine) => {
  test('[SY1] the answers of several pushes, refusals among them, are given again in any cut', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const named = (name: string) => create('project', world.app.ground.newId(), { name });
    const mutations = ['Block A', '', 'Block C', 'Block D', '', 'Block F'].map((name, i) => ({
      id: i + 1,
      command: named(name),
    }));
    const first = await device.send(mutations.slice(0, 2));
    const second = await device.send(mutations.slice(2, 5));
    const both = [...first.body.results, ...second.body.results];
    expect(both.map(({ status }) => status)).toEqual(['applied', 'refused', 'applied', 'applied', 'refused']);
    expect((await device.send(mutations.slice(1, 4))).body.results).toEqual(both.slice(1, 4));
    const further = await device.send(mutations);
    expect(further.body.results.slice(0, 5)).toEqual(both);
    expect(further.body.results[5]).toMatchObject({ id: 6, status: 'applied' });
  });

  test('[SY60] a push leaves one entry of the audit log, which names all that it changed; an anonymous report has one of its own', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const ids = Array.from({ length: 4 }, () => world.app.ground.newId());
    const [projectId = '', reportId = '', secondId = '', goneId = ''] = ids;
    const report = { project_id: projectId, occurred_at: '2026-11-20T10:12:00Z', location: 'North', anonymous: true };
    const described = (description: string) => ({ ...report, description });
    await device.push([
      create('project', projectId, { name: 'Block C' }),
      create('incident', reportId, described('A panel slipped in its cradle.')),
      create('project', goneId, { name: '' }),
      patch('project', projectId, { name: 'Block D' }),
      create('incident', secondId, described('A plank broke under the second man.')),
    ]);
    await device.push([patch('project', projectId, { name: 'Block D' })]);
    const rows = await world.app.ground.store.db.selectFrom('audit').selectAll().orderBy('seq').execute();
    const entries = rows.map(({ entry }) => JSON.parse(entry) as AuditEntry); // written by server/audit.ts
    expect(
      entries.map(({ actor, commands, records }) => [
        actor.name === 'Anonymous',
        commands.map(({ op, id }) => `${op} ${ids.indexOf(id)}`),
        records.map(({ id, rev }) => `${ids.indexOf(id)} ${rev}`),
      ]),
    ).toEqual([
      [false, ['create 0', 'patch 0'], ['0 1', '0 2']],
      [true, ['create 1'], ['1 1']],
      [true, ['create 2'], ['2 1']],
    ]);
    for (const { entry, leaf } of rows) expect(leaf).toBe(sha256Hex(`\0${entry}`));
  });
});
