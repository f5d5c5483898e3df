/** A tablet approves what it shows while the office withdraws, edits and submits again: only what the approver saw is ever approved. */
import { expect, test } from 'vitest';
import { openTablet } from '../kit/tablet.ts';
import { openWorld } from '../kit/world.ts';
import { isLongRun, report } from './table/figures.ts';

interface Version {
  readonly content: { readonly hazards: readonly { readonly name: string }[] };
}

test('[FT4] an approval racing a withdrawal and an edit approves what was seen, or nothing', async () => {
  await using world = await openWorld();
  const must = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const answer = await world.api<Body>(method, `/api/v1/${path}`, body);
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
    return answer.body;
  };
  await using tablet = await openTablet(world);
  const rounds = isLongRun ? 200 : 12;
  let approved = 0;
  for (let round = 0; round < rounds; round++) {
    const document = await must<{ id: string }>('POST', 'documents', { title: `Lift ${round}`, document_type: 'rams' });
    const path = `documents/${document.id}`;
    const hazard = await must<{ id: string }>('POST', `${path}/hazards`, { name: 'Seen' });
    await must('POST', `${path}/submit-review`, {});
    await tablet.sync();
    await tablet.approve(document.id);
    const office = async (): Promise<void> => {
      // Each step may come too late: then the document is approved and locked.
      for (const [method, at, body] of [
        ['POST', `${path}/withdraw`, {}],
        ['PATCH', `${path}/hazards/${hazard.id}`, { name: 'Unseen' }],
        ['POST', `${path}/submit-review`, {}],
      ] as const)
        if ((await world.api(method, `/api/v1/${at}`, body)).status >= 300) return;
    };
    await (round % 2 === 0 ? Promise.all([tablet.sync(), office()]) : Promise.all([office(), tablet.sync()]));
    await tablet.sync();
    const { status } = await must<{ status: string }>('GET', path);
    const isApproved = status === 'approved';
    if (isApproved) approved++;
    const names = isApproved ? (await must<Version>('GET', `${path}/versions/1`)).content.hazards : [];
    expect([status, names.map(({ name }) => name)]).toEqual(
      isApproved ? ['approved', ['Seen']] : ['pending_review', []],
    );
  }
  const refused = await tablet.outbox.refused();
  expect(approved + refused.length).toBe(rounds);
  expect(tablet.status).toMatchObject({ waiting: 0, refused: refused.length });
  report('approvalRace', { injected: rounds, survived: rounds, lost: 0, doubled: 0 });
});
