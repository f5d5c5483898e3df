/** A first pull without the evidence that the device would drop at once for its age (contract, Sync). */
import { describe, expect, test } from 'vitest';
import type { PullReply } from '../../shared/sync/sync.ts';
import { bareDevice, create, documentWithHazard } from '../kit/bare-device.ts';
import { signoff } from '../kit/bare-signoff.ts';
import { engines } from '../kit/engines.ts';
import { openWorld } from '../kit/world.ts';

describe.each(engines)('a first pull on %s', (engine) => {
  test('[SY120] it leaves out older sign-offs, to the millisecond, and says so', async () => {
    await using world = await openWorld({ engine });
    const office = bareDevice(world);
    const { documentId } = await documentWithHazard(world, office, true);
    const id = world.app.commitContext.newId();
    await office.push([create('signoff', id, signoff(documentId))]);
    const pulled = async (want?: object) => {
      const { body } = await world.api<PullReply>('POST', '/api/v1/sync/pull', { want });
      return { ids: body.ops.flatMap((op) => ('id' in op ? [op.id] : [])), ops: body.ops, withheld: body.withheld };
    };
    const all = await pulled();
    expect(all.withheld).toBe(undefined);
    const signedAt = all.ops.flatMap((op) => (op.op === 'put' && op.id === id ? [op.created_at] : []))[0] ?? '';
    expect(await pulled({ evidence_since: signedAt })).toEqual(all);
    const later = new Date(Date.parse(signedAt) + 1).toISOString();
    const younger = await pulled({ evidence_since: later });
    expect(younger).toMatchObject({ ids: all.ids.filter((each) => each !== id), withheld: true });
    const ofNoProject = await pulled({ projects: [], evidence_since: later });
    expect(ofNoProject).toMatchObject({ ids: younger.ids, withheld: true });
  });

  test('[SY120] a time that is none is refused', async () => {
    await using world = await openWorld({ engine });
    const answer = await world.api('POST', '/api/v1/sync/pull', { want: { evidence_since: '30 days' } });
    expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
  });
});
