/** Upgrades: whether the app or the server is updated first, earlier work is kept, shown and delivered. */
import { expect, test } from 'vitest';
import { ink } from '../support/ink.ts';
import { approvedDocument, draftWithHazard } from '../support/site-day.ts';
import { ageReplica } from '../../evolution/support/ageing.ts';
import { madeUpSteps as steps } from '../../evolution/support/made-up-steps.ts';
import { nowhere, openSite, type Ground } from './site.ts';

export function upgrade(ground: Ground): void {
  test('[EV16] an updated app shows its old data offline, and delivers what waits', async () => {
    await using site = await openSite(ground);
    const place = site.newPlace();
    const old = await site.device({ place });
    const { documentId, hazardId } = await draftWithHazard(old);
    const sectionId = await old.sections.create({ document_id: documentId, title: 'Sequence', section_type: 'custom' });
    await old.sync();
    await old.hazards.patch(hazardId, { name: 'Sling fails' });
    const fresh = await old.hazards.create({
      document_id: documentId,
      name: 'Noise',
      severity_before: 2,
      likelihood_before: 2,
    });
    await old.submitForReview(documentId, { notes: 'Ready.' });
    await old.close();
    await ageReplica(place);
    await site.server.age();
    await site.restart('update');

    const offline = await site.device({ place, steps, ...nowhere });
    expect(await offline.hazards.get(hazardId)).toMatchObject({
      name: 'Sling fails',
      severity_before: 5,
      unsent: true,
    });
    expect(await offline.hazards.get(fresh)).toMatchObject({ name: 'Noise', severity_before: 2, unsent: true });
    expect(await offline.sections.get(sectionId)).toMatchObject({ title: 'Sequence', unsent: false });
    expect(await offline.documents.get(documentId)).toMatchObject({ status: 'pending_review' });
    expect((await offline.outbox.list()).map(({ mine, was, action }) => [mine, was, action])).toMatchObject([
      [{ name: 'Sling fails' }, { name: 'Falling load' }, null],
      [{ name: 'Noise' }, {}, null],
      [{ notes: 'Ready.' }, {}, 'submit_review'],
    ]);
    expect(JSON.parse(await offline.outbox.exportUnsent())).toMatchObject({
      commands: [{ schema: 1, command: { set: { caption: 'Sling fails' } } }, { schema: 1 }, { schema: 1 }],
    });
    await offline.close();

    const online = await site.device({ place, steps });
    expect(await online.sync()).toMatchObject({ pushed: 3, refused: 0 });
    await online.sync();
    expect(online.status).toMatchObject({ waiting: 0, refused: 0, schema: 'ok' });
    const { body } = await site.server.api('GET', `/api/v1/documents/${documentId}/hazards/${hazardId}`);
    expect(body).toMatchObject({ name: 'Sling fails', severity_before: 5 });
    expect(await online.hazards.get(hazardId)).toMatchObject({ name: 'Sling fails', rev: 2, unsent: false });
  });

  test('[EV17] an app older than the server stops reading, but delivers everything', async () => {
    await using site = await openSite(ground);
    const place = site.newPlace();
    const old = await site.device({ place });
    const { documentId, hazardId } = await approvedDocument(old);
    await old.sync();
    const signoffId = await old.sign({ document_id: documentId, worker: { name: 'Jan' }, signature: ink() });
    await site.server.age();
    await site.restart('update');
    await old.close();
    await ageReplica(place);

    const behind = await site.device({ place });
    await expect(behind.sync()).rejects.toMatchObject({ fault: 'too_old', problem: { code: 'schema_too_old' } });
    expect(behind.status).toMatchObject({ waiting: 0, refused: 0, schema: 'app_too_old' });
    const register = await site.server.api<{ data: { id: string }[] }>(
      'GET',
      `/api/v1/documents/${documentId}/signoffs`,
    );
    expect(register.body.data.map(({ id }) => id)).toEqual([signoffId]);
    await behind.close();
    // It says so offline too.
    const offline = await site.device({ place, ...nowhere });
    await expect(offline.sync()).rejects.toMatchObject({ fault: 'offline' });
    expect(offline.status).toMatchObject({ schema: 'app_too_old' });
    await offline.close();

    const updated = await site.device({ place, steps });
    expect(updated.status).toMatchObject({ schema: 'ok' });
    await updated.sync();
    expect(await updated.hazards.get(hazardId)).toMatchObject({ name: 'Falling load', severity_before: 5 });
    expect(await updated.signoffs.get(signoffId)).toMatchObject({ status: 'recorded', unsent: false });
  });

  test('[EV18] an app newer than the server keeps its commands until the server is upgraded', async () => {
    await using site = await openSite(ground);
    const office = await site.device();
    const { hazardId } = await draftWithHazard(office);
    await office.sync();
    await office.close();
    await site.server.age();
    const place = site.newPlace();
    const ahead = await site.device({ place, steps });
    await ahead.sync();
    expect(await ahead.hazards.get(hazardId)).toMatchObject({ name: 'Falling load', severity_before: 5 });
    await ahead.hazards.patch(hazardId, { name: 'Sling fails' });
    await expect(ahead.sync()).rejects.toMatchObject({ fault: 'busy', problem: { code: 'schema_too_new' } });
    expect(ahead.status).toMatchObject({ waiting: 1, refused: 0, problem: { retryAfterMs: 60_000 } });
    expect(await ahead.hazards.get(hazardId)).toMatchObject({ name: 'Sling fails', unsent: true });
    await ahead.close();
    await site.restart('update');
    const after = await site.device({ place, steps });
    expect(await after.sync()).toMatchObject({ pushed: 1, refused: 0 });
    expect(await after.hazards.get(hazardId)).toMatchObject({ name: 'Sling fails', rev: 2, unsent: false });
  });

  test('[EV19] an older app does not open a replica that a newer one has written', async () => {
    await using site = await openSite(ground);
    const place = site.newPlace();
    const newer = await site.device({ place, steps });
    await newer.close();
    const older = await site.device({ place });
    await expect(older.sync()).rejects.toMatchObject({ fault: 'too_old' });
    expect(older.status).toMatchObject({ schema: 'app_too_old' });
  });
}
