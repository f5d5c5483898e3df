/** The whole path of a sign-off: made offline, then delivered to everyone who follows it. */
import { describe, expect, test } from 'vitest';
import { engines } from '../kit/engines.ts';
import { openWorld } from '../kit/world.ts';

const ink = [Array.from({ length: 20 }, (_, i) => [i * 10, (i % 5) * 10, i * 16])];

describe.each(engines)('a whole small world on %s', (engine) => {
  test('[SO10] an offline sign-off reaches register, tablets and subscribers once each', async () => {
    await using world = await openWorld({ engine });
    const [tower, office] = [await world.device(), await world.device()];
    const receiver = await world.receiver(['signoff.recorded']);
    const id = await office.documents.create({ title: 'Glulam lift', document_type: 'rams' });
    await office.submitForReview(id);
    await office.sync();
    await office.approve(id);
    await office.sync();
    await tower.sync();

    const signoffId = await tower.sign({
      document_id: id,
      worker: { name: 'Jordan Blake' },
      signature: { kind: 'ink_vector', format: 'ink-v1', width: 600, height: 200, strokes: ink },
    });
    expect(await tower.signoffs.get(signoffId)).toMatchObject({ unsent: true, document_version: 1 });
    await tower.sync();
    await office.sync();

    expect(await tower.signoffs.get(signoffId)).toMatchObject({ unsent: false, status: 'recorded' });
    expect(await office.signoffs.find({ document_id: id })).toMatchObject([{ id: signoffId, currency: 'current' }]);
    const register = await world.api<{ data: { id: string }[] }>('GET', `/api/v1/documents/${id}/signoffs`);
    expect(register.body.data.map((row) => row.id)).toEqual([signoffId]);
    await world.app.webhooks.run();
    await receiver.waitFor(({ requests }) => requests.some(({ body }) => String(body).includes(signoffId)));
    const told = receiver.requests.filter(({ body }) => String(body).includes(signoffId));
    expect(told.map(({ verified }) => verified)).toEqual([true]);
  });
});
