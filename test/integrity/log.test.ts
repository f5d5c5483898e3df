/** What the audit log must hold so that everything else can be compared with it, and what may be missing after a time. */
import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { checkStore } from '../../server/integrity/check-store.ts';
import { releasedSteps } from '../../shared/upgrade/steps.ts';
import { act, bareDevice, create, documentWithHazard } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { openWorld, type World } from '../kit/world.ts';

interface Entry {
  readonly seq: number;
  readonly actor: { readonly name: string };
  readonly events?: { readonly count: number; readonly sha256: string };
  readonly records: readonly { readonly kind: string; readonly id: string }[];
}

async function entriesOf(world: World): Promise<Entry[]> {
  const rows = await world.app.commitContext.store.db.selectFrom('audit').select('entry').orderBy('seq').execute();
  return rows.map(({ entry }) => JSON.parse(entry) as Entry); // written by server/commit/audit.ts
}

async function problems({ app, clock }: World, meanwhile = async (): Promise<void> => {}): Promise<string[]> {
  const { findings, steps } = checkStore({ store: app.commitContext.store, blobs: null }, clock.now());
  for await (const _step of steps) await meanwhile();
  return findings.list.map(({ problem }) => problem);
}

describe.each(engines)('on %s', (engine) => {
  test('[VF3] an entry has a digest of the events that follow it; an anonymous one has its own', async () => {
    await using world = await openWorld({ engine });
    const { newId } = world.app.commitContext;
    const [projectId, incidentId] = [newId(), newId()];
    const report = { project_id: projectId, occurred_at: '2026-11-20T10:12:00Z', location: 'North', anonymous: true };
    await bareDevice(world).push([
      create('project', projectId, { name: 'Block C' }),
      create('document', newId(), { title: 'Roof', document_type: 'rams' }),
      create('incident', incidentId, { ...report, description: 'A panel slipped in its cradle.' }),
    ]);
    const events = await world.app.commitContext.store.db.selectFrom('event').selectAll().orderBy('seq').execute();
    const entries = (await entriesOf(world)).filter((entry) => entry.events);
    expect(entries.map(({ actor }) => actor.name)).toEqual(['Anonymous', 'Administrator']);
    expect(events.map(({ name }) => name)).toEqual(['incident.reported', 'document.created']);
    for (const [i, { seq, name, at_ms, resource_id, data }] of events.entries()) {
      const digest = hash('sha256', JSON.stringify([[seq, name, at_ms, resource_id, data]]));
      expect(entries[i]).toMatchObject({ seq: seq - 1, events: { count: 1, sha256: digest } });
    }
    expect(await problems(world)).toEqual([]);
  });

  test('[VF15] a server that never rests is found sound, and a forged token is found', async () => {
    await using world = await openWorld({ engine });
    const { store, newId } = world.app.commitContext;
    const office = bareDevice(world);
    const { documentId } = await documentWithHazard(world, office, true);
    let written = 0;
    const write = async (): Promise<void> => {
      const { body } = await world.api<{ id: string }>('POST', '/api/v1/tokens', { name: `T${++written}` });
      await office.push([create('project', newId(), { name: `P${written}` }), act('document', documentId, 'revise')]);
      if (written % 2 === 0) await world.api('POST', `/api/v1/tokens/${body.id}/revoke`);
    };
    await write();
    expect(await problems(world, write)).toEqual([]);
    expect(written).toBeGreaterThan(10);
    await store.transaction(async (trx) => {
      const row = await trx.selectFrom('token').selectAll().executeTakeFirstOrThrow();
      await trx
        .insertInto('token')
        .values({ ...row, id: newId(), hash: '0'.repeat(64) })
        .execute();
    });
    expect(await problems(world, write)).toEqual([expect.stringMatching(/^token .* is in no audit entry/)]);
  });

  test('[VF4] organisation, first token, revoked tokens and upgrades have their entries', async () => {
    await using world = await openWorld({ engine, steps: releasedSteps });
    const { body: user } = await world.api<{ id: string }>('POST', '/api/v1/users', { name: 'Dev', role: 'author' });
    const { body: token } = await world.api<{ id: string }>('POST', '/api/v1/tokens', { name: 'x', user_id: user.id });
    await world.api('POST', `/api/v1/users/${user.id}/deactivate`);
    const entries = await entriesOf(world);
    expect(entries.slice(0, 2).map(({ records }) => records[0]?.kind)).toEqual(['organisation', 'token']);
    expect(entries.at(-1)?.records.map(({ kind, id }) => [kind, id])).toEqual([
      ['user', user.id],
      ['token', token.id],
    ]);
    const { hazardId } = await documentWithHazard(world, bareDevice(world));
    await world.restart([...releasedSteps, { kinds: { hazard: { fields: (fields) => ({ ...fields, extra: 1 }) } } }]);
    const upgraded = (await entriesOf(world)).at(-1);
    expect(upgraded?.records.map(({ id }) => id)).toEqual([hazardId]);
    expect(await problems(world)).toEqual([]);
  });

  test('[VF5] what goes after its retention is no fault; what goes earlier is one', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const { documentId, hazardId } = await documentWithHazard(world, device);
    await device.push([{ op: 'remove', kind: 'hazard', id: hazardId }]);
    await world.token('device', undefined, 'Phone', { expiresAt: '2026-12-01T00:00:00.000Z' });
    const { db } = world.app.commitContext.store;
    const count = async () => [
      (await db.selectFrom('event').select('seq').execute()).length,
      (await db.selectFrom('record').select('id').where('kind', '=', 'hazard').execute()).length,
      (await db.selectFrom('token').select('id').execute()).length,
    ];
    expect(await count()).toEqual([3, 1, 2]);
    world.clock.advance(430 * 86_400_000);
    // Another device: what this one sent may be forgotten already.
    await bareDevice(world).push([act('document', documentId, 'submit_review')]);
    await world.app.retention.run();
    expect(await count()).toEqual([1, 0, 1]);
    expect(await problems(world)).toEqual([]);
    world.clock.advance(-429 * 86_400_000);
    expect((await problems(world)).map((problem) => problem.replaceAll(/ [\da-f-]{36}/g, ''))).toEqual([
      expect.stringMatching(/^the events of audit entry \d+ of \S+ are not what it recorded: 0 of /),
      expect.stringMatching(/^the events of audit entry \d+ of \S+ are not what it recorded: 0 of /),
      expect.stringMatching(/^hazard is gone; audit entry/),
      expect.stringMatching(/^token is gone; audit entry/),
    ]);
  });
});
