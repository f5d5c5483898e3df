/**
 * Four schemas behind: a tablet that was in a drawer while the office went on, with 500 edits and 50 sign-offs in its outbox. Nothing is
 * lost: each sign-off is recorded, each edit takes effect or is listed with its reason.
 */
import { expect, test } from 'vitest';
import type { Device, SyncError } from '../../client-sdk/index.ts';
import { memoryPlace } from '../kit/places.ts';
import { openTablet } from '../kit/tablet.ts';
import { openWorld, type World } from '../kit/world.ts';
import { report } from '../faults/table/figures.ts';
import { ink } from '../sdk/support/ink.ts';
import { approvedDocument } from '../sdk/support/site-day.ts';
import { ageReplica, ageServer } from './support/ageing.ts';
import { madeUpSteps as steps } from './support/made-up-steps.ts';

const [edits, signoffs] = [500, 50];

test.each([
  ['the app stays old', undefined],
  ['the app is updated first', steps],
] as const)(
  '[EV20] 500 edits and 50 sign-offs from four schemas ago all arrive or are listed: %s',
  async (_name, app) => {
    await using world = await openWorld();
    const place = memoryPlace();
    const old = await openTablet(world, { place });
    const { documentId } = await approvedDocument(old);
    const drafts = await hazardsOf(old);
    await old.sync();

    for (let i = 0; i < edits; i++) {
      const { id } = drafts[i % drafts.length] ?? { id: '' };
      if (i % 3 === 0) await old.hazards.patch(id, { name: `Hazard ${i}` });
      else
        await old.hazards.patch(
          id,
          i % 3 === 1 ? { severity_before: 1 + ((i + Math.floor(i / 50)) % 5) } : { who_at_risk: `crew ${i}` },
        );
    }
    for (let i = 0; i < signoffs; i++)
      await old.sign({ document_id: documentId, worker: { name: `Worker ${i}` }, signature: ink() });
    const { waiting } = old.status;
    // An equal rating is no change.
    expect(waiting).toBeGreaterThan(edits + signoffs - 20);
    await old.close();

    await officeGoesOn(world, drafts);
    await ageServer(world);
    await world.restart(steps);
    await ageReplica(place);

    const tablet = await openTablet(world, { place, seed: 101, ...(app ? { steps: app } : {}) });
    const exchange = tablet.sync();
    const fault = await exchange.then(
      () => null,
      (error: unknown) => (error as SyncError).fault, // what an exchange throws
    );
    expect(fault).toBe(app ? null : 'too_old');
    expect(tablet.status).toMatchObject({ waiting: 0, schema: app ? 'ok' : 'app_too_old' });
    const wrong = await tablet.outbox.refused();
    const listed = wrong.length;
    await tablet.close();

    const register = await world.api<{ meta: { total: number } }>('GET', `/api/v1/documents/${documentId}/signoffs`);
    expect(register.body.meta.total).toBe(signoffs);
    const refused = await world.api<{ meta: { total: number } }>('GET', '/api/v1/sync/refused');
    expect(refused.body.meta.total).toBe(listed);
    // Those of the document that the office locked meanwhile, and no other.
    const locked = drafts.filter(({ documentId: of }) => of === drafts[0]?.documentId);
    expect(new Set(wrong.map(({ record_id: id }) => id))).toEqual(new Set(locked.map(({ id }) => id)));
    expect(new Set(wrong.map(({ reason }) => reason?.code))).toEqual(new Set(['document_locked']));

    // After the update everything is there, on the tablet as in the office.
    await using updated = await openTablet(world, { place, steps, seed: 102 });
    await updated.sync();
    expect((await updated.outbox.list()).length).toBe(listed);
    for (const { id, documentId: of } of drafts) {
      const { body } = await world.api<{ name: string; severity_before: number }>(
        'GET',
        `/api/v1/documents/${of}/hazards/${id}`,
      );
      expect(await updated.hazards.get(id)).toMatchObject({ name: body.name, severity_before: body.severity_before });
      const isLocked = locked.some((hazard) => hazard.id === id);
      expect(/^Hazard \d+$/.test(body.name)).toBe(!isLocked);
    }
    expect((await updated.conflicts.find()).length).toBeGreaterThan(0);
    report('oldSchema', { injected: 4, survived: waiting, lost: 0, doubled: 0 });
  },
);

interface Hazard {
  readonly id: string;
  readonly documentId: string;
}

/** Five documents of ten hazards. */
async function hazardsOf(device: Device): Promise<readonly Hazard[]> {
  const hazards: Hazard[] = [];
  for (let d = 0; d < 5; d++) {
    const documentId = await device.documents.create({ title: `Lift ${d}`, document_type: 'rams' });
    for (let h = 0; h < 10; h++) {
      const rated = { severity_before: 3, likelihood_before: 3 };
      hazards.push({
        documentId,
        id: await device.hazards.create({ document_id: documentId, name: `h ${h}`, ...rated }),
      });
    }
  }
  return hazards;
}

/** The first document is approved, and hazards of the second get other ratings. */
async function officeGoesOn(world: World, drafts: readonly Hazard[]): Promise<void> {
  const locked = drafts[0]?.documentId ?? '';
  for (const action of ['submit-review', 'approve'])
    expect((await world.api('POST', `/api/v1/documents/${locked}/${action}`, {})).status).toBeLessThan(300);
  for (const { id, documentId } of drafts.slice(10, 20)) {
    const answer = await world.api('PATCH', `/api/v1/documents/${documentId}/hazards/${id}`, { severity_before: 4 });
    expect(answer.status).toBe(200);
  }
}
