/** Permits to work on a tablet: a whole shift offline, validated locally, delivered in order. */
import { expect, test } from 'vitest';
import { ink } from '../support/ink.ts';
import { approvedDocument, draftWithHazard } from '../support/site-day.ts';
import { openSite, type Ground, type Site } from './site.ts';

const issuer = { name: 'Sinéad Gallagher' };
const holder = { name: 'Rhys Morgan' };
const hour = 3_600_000;

async function events(site: Site): Promise<readonly string[]> {
  const { body } = await site.server.api<{ data: { event: string }[] }>('GET', '/api/v1/events?limit=1000');
  return body.data.map(({ event }) => event).filter((event) => event.startsWith('permit.'));
}

export function permits(ground: Ground): void {
  test('[PW14] a permit opened offline shows at once, and arrives once with its times', async () => {
    await using site = await openSite(ground);
    const tablet = await site.device();
    const { documentId } = await approvedDocument(tablet);
    const id = await tablet.permits.create({
      permit_type: 'hot_work',
      linked_document_ids: [documentId],
      location: 'Level 9 plant deck',
      valid_from: '2026-11-21T09:00:00Z',
      valid_to: '2026-11-21T15:00:00Z',
    });
    await tablet.permits.request(id, { by: holder });
    await tablet.permits.authorise(id, { by: issuer });
    await expect(tablet.permits.accept(id, { by: issuer })).rejects.toMatchObject({ code: 'separation_of_duties' });
    await expect(tablet.permits.open(id)).rejects.toMatchObject({ code: 'conditions_not_met' });
    await tablet.permits.accept(id, { by: holder, explained_to: [{ name: 'Nathan Okoro' }] });
    await tablet.permits.open(id, { by: issuer });
    await site.advance(hour);
    await tablet.permits.recordGasTest(id, { by: holder, lel_percent: 12 });
    expect(await tablet.permits.get(id)).toMatchObject({ state: 'suspended', unsent: true, issuer, holder });
    await expect(tablet.permits.resume(id, { by: holder, revalidated_checks: ['gas'] })).rejects.toMatchObject({
      code: 'separation_of_duties',
    });
    await tablet.permits.resume(id, { by: issuer, revalidated_checks: ['gas', 'wind'] });
    await site.advance(hour);
    expect(await events(site)).toEqual([]);

    expect(await tablet.sync()).toMatchObject({ refused: 0 });
    await tablet.sync();
    expect(await events(site)).toEqual(['permit.opened']);
    const shown = await tablet.permits.get(id);
    expect(shown).toMatchObject({
      state: 'open',
      unsent: false,
      opened_at: '2026-11-21T09:00:00.000Z',
      permit_number: expect.stringMatching(/^PTW-HW-/),
      suspensions: [{ suspended_at: '2026-11-21T10:00:00.000Z', resumed_by: issuer }],
    });
    for (const { received_at, origin } of shown?.log ?? []) {
      expect(Date.parse(received_at)).toBeGreaterThanOrEqual(Date.parse('2026-11-21T11:00:00Z'));
      expect(origin).toBe('sync');
    }
  });

  test('[PW14] a permit can be closed offline once its fire watch is over, not before', async () => {
    await using site = await openSite(ground);
    const tablet = await site.device();
    const id = await tablet.permits.create({
      permit_type: 'hot_work',
      valid_from: '2026-11-21T09:00:00Z',
      valid_to: '2026-11-21T15:00:00Z',
    });
    await tablet.permits.request(id);
    await tablet.permits.authorise(id, { by: issuer });
    await tablet.permits.accept(id, { by: holder });
    await tablet.permits.open(id);
    await tablet.permits.recordIsolation(id, { system: 'Alarm zone 9C' });
    await tablet.permits.handOver(id, { to: { name: 'Ewa Nowak' } });
    await tablet.permits.extend(id, { by: issuer, to: '2026-11-21T16:00:00Z' });
    await tablet.permits.workComplete(id);
    await tablet.permits.startFireWatch(id, { by: { name: 'Nathan Okoro' } });
    await site.advance(hour);
    await tablet.permits.endFireWatch(id);
    await tablet.permits.finalCheck(id, { findings: 'No smell.' });
    await tablet.permits.reinstateIsolation(id);
    for (let i = 0; i < 3; i++) {
      await expect(tablet.permits.close(id)).rejects.toMatchObject({ code: 'conditions_not_met' });
      await site.advance(hour / 3);
      await tablet.permits.closingCheck(id, { by: { name: 'Nathan Okoro' } });
    }
    await tablet.permits.close(id, { closure_notes: 'Closed.' });
    await expect(tablet.permits.cancel(id, { reason: 'Too late' })).rejects.toMatchObject({
      code: 'invalid_transition',
    });
    expect(await tablet.sync()).toMatchObject({ refused: 0 });
    expect(await events(site)).toEqual(['permit.opened', 'permit.closed']);
    expect(await tablet.permits.find({ state: 'closed' })).toMatchObject([
      { id, fire_watch: { observed_minutes: 60 } },
    ]);
  });

  test('[PW14] a late closing after an action of the office is refused and kept', async () => {
    await using site = await openSite(ground);
    const tablet = await site.device();
    const id = await tablet.permits.create({
      permit_type: 'dig',
      valid_from: '2026-11-21T09:00:00Z',
      valid_to: '2026-11-21T15:00:00Z',
    });
    await tablet.permits.request(id);
    await tablet.permits.authorise(id, { by: issuer });
    await tablet.permits.accept(id, { by: holder });
    await tablet.permits.open(id);
    await tablet.sync();
    await site.server.api('POST', `/api/v1/permits/${id}/cancel`, { reason: 'Flooded' });
    await tablet.permits.suspend(id, { by: holder, reason: 'Water in the trench' });
    await tablet.permits.resume(id, { by: issuer, revalidated_checks: ['pump'] });
    expect(await tablet.sync()).toMatchObject({ pushed: 2, refused: 1 });
    expect(await tablet.permits.get(id)).toMatchObject({
      state: 'cancelled',
      suspensions: [{ reason: 'Water in the trench', resumed_at: null }],
      refused: { code: 'invalid_transition' },
    });
  });

  test('[PW14] permit commands precede edits and follow sign-offs, with their dependencies', async () => {
    await using site = await openSite(ground);
    const tablet = await site.device();
    const { documentId } = await approvedDocument(tablet);
    const draft = await draftWithHazard(tablet);
    await tablet.hazards.patch(draft.hazardId, { name: 'Falling beam' });
    const form = await tablet.documents.create({ title: 'Permit to dig', document_type: 'permit' });
    const id = await tablet.permits.create({ permit_type: 'dig', linked_document_ids: [form] });
    await tablet.permits.request(id);
    await tablet.sign({ document_id: documentId, worker: { name: 'Jan Kowalski' }, signature: ink() });
    const order = JSON.parse(await tablet.outbox.exportUnsent()) as {
      commands: { command: { kind: string; op: string } }[];
    };
    const sent = order.commands.map(({ command: { kind, op } }) => `${kind} ${op}`);
    expect(sent).toEqual([
      'signoff create',
      'document create',
      'permit create',
      'permit act',
      'document create',
      'hazard create',
      'hazard patch',
    ]);
    expect(await tablet.sync()).toMatchObject({ pushed: 7, refused: 0 });
  });

  test('[PW14] a permit waits for an earlier approval', async () => {
    await using site = await openSite(ground);
    const tablet = await site.device();
    const { documentId, hazardId } = await draftWithHazard(tablet);
    await tablet.hazards.patch(hazardId, { name: 'Falling beam' });
    await tablet.submitForReview(documentId);
    await tablet.sync();
    await tablet.approve(documentId);
    const id = await tablet.permits.create({
      permit_type: 'dig',
      linked_document_ids: [documentId],
      valid_from: '2026-11-21T09:00:00Z',
      valid_to: '2026-11-21T15:00:00Z',
    });
    await tablet.permits.request(id);
    await tablet.permits.authorise(id, { by: issuer });
    await tablet.permits.accept(id, { by: holder });
    await tablet.permits.open(id);
    expect(await tablet.sync()).toMatchObject({ refused: 0 });
    expect(await events(site)).toEqual(['permit.opened']);
  });
}
