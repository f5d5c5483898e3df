/** Answers that a restored server has lost: the pushes after them must not cover that up. */
import { expect, test } from 'vitest';
import type { Device } from '../../../client-sdk/index.ts';
import { draftWithHazard } from '../support/site-day.ts';
import { openSite, type Ground } from './site.ts';

export function lostAnswers(ground: Ground): void {
  test('[DV220] an answer is not believed if the push after it met a server that had lost it', async () => {
    await using site = await openSite(ground);
    const through = await site.gateway();
    const tom = await site.device({ through });
    const project_id = await tom.projects.create({ name: 'Tower' });
    const { documentId } = await draftWithHazard(tom);
    await tom.sync();
    await site.server.backUp();
    const answers: PromiseLike<void>[] = [];
    const ann = await site.device({
      through: {
        server: through.server,
        fetch: async (input, init) => {
          if (!String(input).endsWith('/push')) return fetch(input, init);
          const answered = Promise.withResolvers<void>();
          const before = answers.push(answered.promise) - 1;
          // So that each push after this one has half as many.
          if (before === 0) return new Response('', { status: 413 });
          if (before === 2) {
            await answers[1];
            await site.restart('restore');
          }
          return await fetch(input, init).finally(answered.resolve);
        },
      },
    });
    await ann.sync();
    // Two queues, each a push: the second names no command of the first as the one before it.
    for (const location of ['North', 'South'])
      await ann.reportIncident({ project_id, location, description: 'A panel slipped.' });
    for (const name of ['Dust', 'Noise']) await ann.hazards.create({ document_id: documentId, name });
    await ann.sync();
    await expectAll([ann, tom], { incidents: 2, hazards: 3 });
  });

  test('[DV220] what was given back is given back again if the server is restored once more', async () => {
    await using site = await openSite(ground);
    const through = await site.gateway();
    const tom = await site.device({ through });
    const project_id = await tom.projects.create({ name: 'Tower' });
    const { documentId } = await draftWithHazard(tom);
    await tom.sync();
    await site.server.backUp();
    let before: ((body: string) => Promise<void>) | undefined;
    const ann = await site.device({
      through: {
        server: through.server,
        fetch: async (input, init) => {
          if (String(input).endsWith('/push')) await before?.(await new Response(init?.body ?? null).text());
          return fetch(input, init);
        },
      },
    });
    await ann.sync();
    await ann.reportIncident({ project_id, location: 'North', description: 'A panel slipped.' });
    await ann.sync();
    await site.restart('restore');
    await ann.hazards.create({ document_id: documentId, name: 'Dust' });
    let isGivenBack = false;
    before = async (body) => {
      if (isGivenBack && body.includes('Dust')) {
        before = undefined;
        await site.restart('restore');
      }
      isGivenBack ||= body.includes('slipped');
    };
    await ann.sync();
    expect(before).toBeUndefined();
    await expectAll([ann, tom], { incidents: 1, hazards: 2 });
  });
}

/** After another sync, both show as many, and nothing waits. */
async function expectAll(devices: readonly Device[], counts: { incidents: number; hazards: number }): Promise<void> {
  for (const device of devices) await device.sync();
  for (const device of devices) {
    const [incidents, hazards] = [await device.incidents.find(), await device.hazards.find()];
    expect({ incidents: incidents.length, hazards: hazards.length }).toEqual(counts);
    expect(device.status).toMatchObject({ waiting: 0, refused: 0 });
  }
}
