/** What the server stores of a push: the answers to its commands, and its audit entry. */
import { describe, expect, test } from 'vitest';
import { recordDigest } from '../../server/commit/audited-state.ts';
import { bareDevice, create, documentWithHazard, patch } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { openWorld } from '../kit/world.ts';

interface AuditEntry {
  readonly actor: { readonly name: string };
  readonly commands: readonly { readonly op: string; readonly id: string }[];
  readonly records: readonly { readonly id: string; readonly rev: number; readonly sha256: string }[];
}

describe.each(engines)('stored results of a push on %s', (engine) => {
  test('[SY1] the answers of several pushes, refusals included, are repeated in any grouping', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const named = (name: string) => create('project', world.app.commitContext.newId(), { name });
    const commands = ['Block A', '', 'Block C', 'Block D', '', 'Block F'].map((name, i) => ({
      id: i + 1,
      command: named(name),
    }));
    const first = await device.send(commands.slice(0, 2));
    const second = await device.send(commands.slice(2, 5));
    const both = [...first.body.results, ...second.body.results];
    expect(both.map(({ status }) => status)).toEqual(['applied', 'refused', 'applied', 'applied', 'refused']);
    expect((await device.send(commands.slice(1, 4))).body.results).toEqual(both.slice(1, 4));
    const further = await device.send(commands);
    expect(further.body.results.slice(0, 5)).toEqual(both);
    expect(further.body.results[5]).toMatchObject({ id: device.id(6), status: 'applied' });
  });

  test('[SY60] a push writes one audit entry; an anonymous report has its own', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const ids = Array.from({ length: 4 }, () => world.app.commitContext.newId());
    const [projectId = '', reportId = '', secondId = '', goneId = ''] = ids;
    const report = { project_id: projectId, occurred_at: '2026-11-20T10:12:00Z', location: 'North', anonymous: true };
    const described = (description: string) => ({ ...report, description });
    await device.push([
      create('project', projectId, { name: 'Block C' }),
      create('incident', reportId, described('A panel slipped in its cradle.')),
      create('project', goneId, { name: '' }),
      patch('project', projectId, { name: 'Block D' }),
      create('incident', secondId, described('A plank broke under the second man.')),
      patch('incident', reportId, { location: 'North-east' }),
    ]);
    await device.push([patch('project', projectId, { name: 'Block D' })]);
    const rows = await world.app.commitContext.store.db.selectFrom('audit').selectAll().orderBy('seq').execute();
    const all = rows.map(({ entry }) => JSON.parse(entry) as AuditEntry); // written by server/commit/audit.ts
    const entries = all.filter(({ records }) => records.some(({ id }) => ids.includes(id)));
    expect(
      entries.map(({ actor, commands, records }) => [
        actor.name === 'Anonymous',
        commands.map(({ op, id }) => `${op} ${ids.indexOf(id)}`),
        records.map(({ id, rev }) => `${ids.indexOf(id)} ${rev}`),
      ]),
    ).toEqual([
      // Created records come before changed ones.
      [true, ['create 1'], ['1 1']],
      [true, ['create 2'], ['2 1']],
      [false, ['create 0', 'patch 0', 'patch 1'], ['0 1', '0 2', '1 2']],
    ]);
  });

  test('[SY60] the audit entry of a hazard’s edit also names its document', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const { documentId, hazardId } = await documentWithHazard(world, device);
    await device.push([patch('hazard', hazardId, { name: 'Sling fails' })]);
    const rows = await world.app.commitContext.store.db.selectFrom('audit').select('entry').orderBy('seq').execute();
    const { records } = JSON.parse(rows.at(-1)?.entry ?? '') as AuditEntry; // written by server/commit/audit.ts
    const stored = await world.app.commitContext.store.db.selectFrom('record').selectAll().execute();
    const named = [hazardId, documentId].map((id) => stored.find((record) => record.id === id));
    expect(records).toMatchObject(
      named.map((row) => ({ id: row?.id, rev: row?.rev, sha256: row && recordDigest(row) })),
    );
  });
});
