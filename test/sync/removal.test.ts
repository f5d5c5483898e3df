/** Removals that meet concurrent edits, and edits that meet a removal (contract, Sync): no edit is lost unseen. */
import { describe, expect, test } from 'vitest';
import type { Command, Remove } from '../../shared/model/command.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { seenOf } from '../../shared/crypto/body-digest.ts';
import type { PullOp } from '../../shared/sync/sync.ts';
import { bareDevice, create, documentWithHazard, patch, type BareDevice } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { openWorld } from '../kit/world.ts';

const net = { id: '0197f9a0-0000-7000-8000-00000000000a', description: 'tom net' };
const rail = { id: '0197f9a0-0000-7000-8000-00000000000b', description: 'ann rail' };

async function linesOf(device: BareDevice, kind: string): Promise<(PullOp & { op: 'put' })[]> {
  return (await device.pull()).filter((op) => op.op === 'put').filter((op) => op.kind === kind);
}

async function bodyOf(device: BareDevice, id: string): Promise<JsonObject | undefined> {
  return (await linesOf(device, 'hazard')).find((op) => op.id === id)?.body;
}

function removal(id: string, members: Pick<Remove, 'base_rev' | 'seen'>): Command {
  return { op: 'remove', kind: 'hazard', id, ...members };
}

describe.each(engines)('removals on %s', (engine) => {
  test('[SY62] a removal with a digest is judged by the digest, not by the revision', async () => {
    await using world = await openWorld({ engine });
    const [office, tablet] = [bareDevice(world), bareDevice(world)];
    const { hazardId } = await documentWithHazard(world, office);
    const seen = seenOf((await bodyOf(tablet, hazardId)) ?? {});
    await office.push([patch('hazard', hazardId, { description: 'live cable found' })]);
    const [kept] = await tablet.push([removal(hazardId, { base_rev: 2, seen })]);
    expect(kept).toMatchObject({
      status: 'merged',
      rev: 2,
      conflicts: [{ field: '(removed)', theirs: { description: 'live cable found' }, mine: null, kept: 'theirs' }],
    });
    // After an edit and its undoing the record matches what was seen, with one more field that is null.
    await office.push([patch('hazard', hazardId, { description: null })]);
    const [gone] = await tablet.push([removal(hazardId, { base_rev: 1, seen })]);
    expect(gone).toMatchObject({ status: 'applied', rev: 4 });
    expect(await linesOf(tablet, 'hazard')).toEqual([]);
  });

  test('[SY62] an invalid digest is refused on its own, and nothing is removed', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const { hazardId } = await documentWithHazard(world, device);
    const wrong = ['', 'x'.repeat(64), 'A'.repeat(64), null, 7, {}, ['a'.repeat(64)]];
    const results = await device.push(wrong.map((seen) => removal(hazardId, { seen: seen as string }))); // some are not strings
    expect(results.map(({ status, problem }) => [status, problem?.code])).toEqual(
      wrong.map(() => ['refused', 'validation_failed']),
    );
    expect(await bodyOf(device, hazardId)).toMatchObject({ name: 'Falling load' });
  });

  test('[SY63] a removal without a digest, from old apps or REST, is judged by the revision', async () => {
    await using world = await openWorld({ engine });
    const [office, tablet] = [bareDevice(world), bareDevice(world)];
    const places = [await documentWithHazard(world, office), await documentWithHazard(world, office)];
    const [stale, known] = places.map(({ hazardId }) => hazardId) as [string, string]; // two places, two ids
    await office.push([stale, known].map((id) => patch('hazard', id, { description: 'in rain' })));
    const results = await tablet.push([removal(stale, { base_rev: 1 }), removal(known, { base_rev: 2 })]);
    expect(results).toMatchObject([{ status: 'merged', conflicts: [{ kept: 'theirs' }] }, { status: 'applied' }]);
    const path = `/api/v1/documents/${places[0]?.documentId}/hazards/${stale}`;
    expect((await world.api('DELETE', path, undefined, { 'if-match': '"r1"' })).status).toBe(412);
    expect((await world.api('DELETE', path, undefined, { 'if-match': '"r2"' })).status).toBe(204);
  });

  test('[SY64] an edit of a removed record merges; its conflicts join that of the removal', async () => {
    await using world = await openWorld({ engine });
    const [office, tablet] = [bareDevice(world), bareDevice(world)];
    const { documentId } = await documentWithHazard(world, office);
    const hazardId = world.app.commitContext.newId();
    const set = { document_id: documentId, name: 'Open edge', likelihood_before: 3, who_at_risk: 'Riggers' };
    await office.push([
      create('hazard', hazardId, set),
      patch('hazard', hazardId, { likelihood_before: 5, controls: [rail], who_at_risk: 'Everybody' }),
      removal(hazardId, { base_rev: 2 }),
    ]);
    const [revived] = await tablet.push([
      patch(
        'hazard',
        hazardId,
        { likelihood_before: 1, controls: [net], who_at_risk: 'Slingers', description: 'in gusts' },
        { likelihood_before: 3, controls: [], who_at_risk: 'Riggers', description: null },
      ),
    ]);
    const current = { likelihood_before: 5, controls: [rail, net], who_at_risk: 'Everybody', description: 'in gusts' };
    expect(revived).toMatchObject({
      status: 'merged',
      conflicts: [
        { field: '(removed)', was: { controls: [rail] }, theirs: null, mine: current, kept: 'mine' },
        { field: 'who_at_risk', was: 'Riggers', theirs: 'Everybody', mine: 'Slingers', kept: 'theirs' },
        { field: 'likelihood_before', was: 3, theirs: 5, mine: 1, kept: 'theirs' },
      ],
    });
    const ops = await tablet.pull();
    expect(ops.find((op) => op.op === 'put' && op.id === hazardId)).toMatchObject({ body: current });
    const fields = ops.flatMap((op) => (op.op === 'put' && op.kind === 'conflict' ? [String(op.body['field'])] : []));
    expect(fields.toSorted()).toEqual(['(removed)', 'likelihood_before', 'who_at_risk']);
  });

  test('[SY65] a change of position does not restore a removed record', async () => {
    await using world = await openWorld({ engine });
    const [office, tablet] = [bareDevice(world), bareDevice(world)];
    const { hazardId } = await documentWithHazard(world, office);
    await office.push([removal(hazardId, { base_rev: 1 })]);
    const [moved] = await tablet.push([patch('hazard', hazardId, { sort_key: 'b1' }, { sort_key: 'a1' })]);
    expect(moved).toMatchObject({ status: 'noop', rev: 2 });
    expect(await linesOf(tablet, 'hazard')).toEqual([]);
    const both = patch(
      'hazard',
      hazardId,
      { sort_key: 'b1', name: 'Swinging load' },
      { sort_key: 'a1', name: 'Falling load' },
    );
    expect(await tablet.push([both])).toMatchObject([{ status: 'merged', conflicts: [{ field: '(removed)' }] }]);
    expect(await bodyOf(tablet, hazardId)).toMatchObject({ name: 'Swinging load', sort_key: 'b1' });
  });
});
