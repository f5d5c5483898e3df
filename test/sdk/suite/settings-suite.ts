/** The organisation's settings on a device (contract, Review and strictness): they arrive with the hello and apply offline. */
import { BehaviorSubject, filter, firstValueFrom, type ObservedValueOf } from 'rxjs';
import { expect, test } from 'vitest';
import { Problem, type Device } from '../../../client-sdk/index.ts';
import { ink } from '../support/ink.ts';
import { inStep, openWire, patience } from '../support/live-day.ts';
import { approvedDocument, draftWithHazard } from '../support/site-day.ts';
import { nowhere, openSite, type Ground, type Site } from './site.ts';

async function setSettings(site: Site, settings: object): Promise<void> {
  const { status, text } = await site.server.api('PUT', '/api/v1/organisation', { settings });
  if (status !== 200) throw new Error(text);
}

type Organisation = ObservedValueOf<Device['organisation$']>;

function watched(device: Device) {
  const values$ = new BehaviorSubject<readonly Organisation[]>([]);
  device.organisation$.subscribe((value) => values$.next([...values$.value, value]));
  return {
    get all() {
      return values$.value;
    },
    until: (isReached: (value: Organisation) => boolean) =>
      firstValueFrom(
        values$.pipe(
          filter((values) => values.some(isReached)),
          patience,
        ),
      ),
  };
}

async function refusalOf(work: Promise<unknown>): Promise<unknown> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  return error instanceof Problem ? { code: error.code, detail: error.detail, errors: error.errors } : error;
}

export function knownSettings(ground: Ground): void {
  test('[RV19] a device that knows the settings refuses a wrong submission offline', async () => {
    await using site = await openSite(ground);
    await setSettings(site, { content_rules_at_submit: true });
    const place = site.newPlace();
    const online = await site.device({ place });
    await online.sync();
    const { documentId } = await draftWithHazard(online);
    await online.sync();
    await online.close();

    const device = await site.device({ place, ...nowhere });
    const told = await refusalOf(device.submitForReview(documentId));
    expect(told).toMatchObject({ code: 'content_incomplete' });
    expect(device.status.waiting).toBe(0);
    const { status, body } = await site.server.api('POST', `/api/v1/documents/${documentId}/submit-review`);
    expect([status, body]).toMatchObject([409, told as object]); // a Problem, as asserted above
  });

  test('[RV19] without settings, and before the first hello, a device enforces none', async () => {
    await using site = await openSite(ground);
    const device = await site.device(nowhere);
    const { documentId } = await draftWithHazard(device);
    await device.submitForReview(documentId);
    expect(device.status.waiting).toBe(3);
  });

  test('[RV19] a device accepts an unknown reviewer and leaves the check to the server', async () => {
    await using site = await openSite(ground);
    await setSettings(site, { require_two_person_approval: true });
    const device = await site.device();
    await device.sync();
    const { documentId } = await draftWithHazard(device);
    await device.act('document', documentId, 'submit_review', { reviewer_id: crypto.randomUUID() });
    await device.sync();
    expect(await device.outbox.refused()).toMatchObject([{ reason: { code: 'reference_unknown' } }]);
  });

  test('[DV223] the server learns how far a device’s clock is off, and again once it was set', async () => {
    await using site = await openSite(ground);
    let ahead = -3 * 3_600_000;
    const device = await site.device({ now: () => site.now() + ahead });
    const told = async (): Promise<unknown> => {
      const { body } = await site.server.api<{ data: { clock_ahead_ms: number | null }[] }>('GET', '/api/v1/tokens');
      return body.data.find(({ clock_ahead_ms: ms }) => ms !== null)?.clock_ahead_ms;
    };
    await device.sync();
    expect(await told()).toBe(ahead);
    ahead = 60_001;
    await device.sync(); // measures it
    await device.sync();
    expect(await told()).toBe(ahead);
  });

  test('[DV224] a device knows the language that the organisation writes in, offline too', async () => {
    await using site = await openSite(ground);
    const place = site.newPlace();
    const online = await site.device({ place });
    await online.sync();
    expect(online.locale).toBe(null);
    await online.close();
    await site.server.api('PUT', '/api/v1/organisation', { locale: 'pl-PL' });
    const later = await site.device({ place });
    await later.sync();
    await later.close();
    const device = await site.device({ place, ...nowhere });
    expect(device.locale).toBe('pl-PL');
  });

  test('[DV240] settings that change reach a device while its stream stays open', async () => {
    await using site = await openSite(ground);
    const wire = openWire();
    const device = await site.device({ autoSync: true, fetch: wire.fetch, WebSocket: wire.WebSocket });
    await inStep(device, wire);
    const shown = watched(device);
    await setSettings(site, { signoff: { max_silent_days: 2 } });
    await shown.until(({ settings }) => settings.signoff.max_silent_days === 2);
    expect(device.settings.signoff.max_silent_days).toBe(2);
    await site.server.api('PUT', '/api/v1/organisation', { locale: 'pl-PL' });
    await shown.until(({ locale }) => locale === 'pl-PL');
    expect(device.locale).toBe('pl-PL');
    await site.server.api('PUT', '/api/v1/organisation', { timezone: 'Europe/Lisbon' });
    await shown.until(({ timezone }) => timezone === 'Europe/Lisbon');
    // Once each: what is the same again is not told.
    const values = shown.all.map(({ settings, locale, timezone }) => [
      settings.signoff.max_silent_days,
      locale,
      timezone,
    ]);
    expect(values).toEqual([
      [7, null, null],
      [2, null, null],
      [2, 'pl-PL', null],
      [2, 'pl-PL', 'Europe/Lisbon'],
    ]);
  });

  test('[DV241] settings that changed come with the next sync, and only then hello is said', async () => {
    await using site = await openSite(ground);
    const gateway = await site.gateway();
    const place = site.newPlace();
    const device = await site.device({ place, through: gateway });
    const asked = (): number => gateway.seen.filter(({ door }) => door === 'hello').length;
    await device.sync();
    await device.sync();
    expect(asked()).toBe(1);
    await setSettings(site, { content_rules_at_submit: true });
    gateway.interfere = ({ door }) => (door === 'hello' ? { status: 503, body: '' } : undefined);
    await expect(device.sync()).rejects.toMatchObject({ fault: 'busy' });
    gateway.interfere = undefined;
    expect(device.settings.content_rules_at_submit).toBe(false);
    await device.sync();
    expect(device.settings.content_rules_at_submit).toBe(true);
    const said = asked();
    await device.sync();
    expect(asked()).toBe(said);
    await device.close();
    const offline = await site.device({ place, ...nowhere });
    expect(offline.settings.content_rules_at_submit).toBe(true);
  });

  test('[RV14] a minor version keeps earlier sign-offs current, on a device too', async () => {
    await using site = await openSite(ground);
    const device = await site.device();
    const { documentId } = await approvedDocument(device);
    const signoffId = await device.sign({ document_id: documentId, worker: { name: 'Jan' }, signature: ink() });
    await device.act('document', documentId, 'revise');
    await device.submitForReview(documentId);
    const change_summary = 'The telephone number of the office is another one.';
    await device.act('document', documentId, 'approve', { change_significance: 'minor', change_summary });
    await device.sync();
    expect((await device.versions.find({ document_id: documentId })).map(({ state }) => state)).toEqual([
      'superseded',
      'current',
    ]);
    expect(await device.signoffs.get(signoffId)).toMatchObject({ currency: 'current', document_version: 1 });
  });
}
