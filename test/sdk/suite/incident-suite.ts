/** An incident reported offline: stored at once, sent first, delivered once; and what a device may see of incidents and workers. */
import { expect, test } from 'vitest';
import type { Device } from '../../../client-sdk/index.ts';
import { ink } from '../support/ink.ts';
import { approvedDocument, draftWithHazard } from '../support/site-day.ts';
import { openSite, type Ground, type Site } from './site.ts';

const fall = {
  incident_type: 'near_miss',
  location: 'Level 6 north edge',
  description: 'A panel slipped in its cradle and was caught by the second strap.',
} as const;
const hurt = { name: 'Jan Nowak', age: 41, injury_severity: 'first_aid', body_part: 'left hand' } as const;

/** A project that the device knows. */
async function project(device: Device): Promise<string> {
  const id = await device.projects.create({ name: 'Block C' });
  await device.sync();
  return id;
}

async function reports(site: Site): Promise<readonly unknown[]> {
  const { body } = await site.server.api<{ data: { event: string; data: { incident_id: string } }[] }>(
    'GET',
    '/api/v1/events?limit=1000',
  );
  return body.data.filter(({ event }) => event === 'incident.reported').map(({ data }) => data.incident_id);
}

export function incidents(ground: Ground): void {
  test('[IN12] an incident whose answer was lost arrives once and emits its event once', async () => {
    await using site = await openSite(ground);
    const gateway = await site.gateway();
    const place = site.newPlace();
    const device = await site.device({ place, through: gateway });
    const project_id = await project(device);
    const id = await device.reportIncident({ project_id, ...fall });
    // Reported again after a kill, by an app that could not know.
    expect(await device.reportIncident({ project_id, ...fall, id, location: 'Elsewhere' })).toBe(id);
    expect(await device.incidents.get(id)).toMatchObject({
      ...fall,
      status: 'reported',
      reference: null,
      unsent: true,
    });
    gateway.interfere = ({ door }) => (door === 'push' ? 'cut' : undefined);
    await expect(device.sync()).rejects.toMatchObject({ fault: 'offline' });
    await device.close();

    const again = await site.device({ place, through: gateway });
    gateway.interfere = undefined;
    expect(await again.sync()).toMatchObject({ pushed: 1, refused: 0 });
    expect(await reports(site)).toEqual([id]);
    const { body } = await site.server.api<{ meta: { total: number } }>('GET', '/api/v1/incidents');
    expect(body.meta.total).toBe(1);
    // The reporting device still sees it, now with the server's reference.
    expect(await again.incidents.get(id)).toMatchObject({
      ...fall,
      occurred_at: '2026-11-21T09:00:00.000Z',
      reference: expect.stringMatching(/^INC-2026-/),
      unsent: false,
    });
  });

  test('[IN13] incidents and sign-offs precede unsent edits, and the rest stays in order', async () => {
    await using site = await openSite(ground);
    const gateway = await site.gateway();
    const place = site.newPlace();
    const device = await site.device({ place, through: gateway });
    const { documentId } = await approvedDocument(device);
    const { hazardId } = await draftWithHazard(device);
    await device.hazards.patch(hazardId, { name: 'Falling beam' });
    const project_id = await device.projects.create({ name: 'Made offline' });
    const worker = { name: 'Jan Kowalski', language: 'pl' };
    const signoff = await device.sign({ document_id: documentId, worker, signature: ink() });
    // It names a project that the server does not know yet, so that goes first too.
    const incident = await device.reportIncident({ project_id, ...fall });
    const listed = (await device.outbox.list()).map(({ kind }) => kind);
    expect(listed).toEqual(['document', 'hazard', 'hazard', 'project', 'signoff', 'incident']);
    await device.close();

    const again = await site.device({ place, through: gateway });
    expect(await again.sync()).toMatchObject({ pushed: 6, refused: 0 });
    const body = gateway.seen.findLast(({ door }) => door === 'push')?.body ?? '';
    const { commands } = JSON.parse(body) as { commands: { command: { kind: string; op: string } }[] };
    expect(commands.map(({ command }) => `${command.op} ${command.kind}`)).toEqual([
      'create project',
      'create signoff',
      'create incident',
      'create document',
      'create hazard',
      'patch hazard',
    ]);
    expect(await again.signoffs.get(signoff)).toMatchObject({ unsent: false, status: 'recorded' });
    expect(await again.incidents.get(incident)).toMatchObject({ unsent: false });
    expect(await again.hazards.get(hazardId)).toMatchObject({ name: 'Falling beam', unsent: false });
  });

  test('[IN13] a report goes first even after an exchange that was cut off', async () => {
    await using site = await openSite(ground);
    const gateway = await site.gateway();
    const device = await site.device({ through: gateway });
    const project_id = await project(device);
    await draftWithHazard(device);
    gateway.interfere = ({ door }) => (door === 'push' ? 'cut' : undefined);
    await expect(device.sync()).rejects.toMatchObject({ fault: 'offline' });
    const late = await draftWithHazard(device);
    const incident = await device.reportIncident({ project_id, ...fall });
    gateway.interfere = undefined;
    expect(await device.sync()).toMatchObject({ pushed: 5, refused: 0 });
    const body = gateway.seen.findLast(({ door }) => door === 'push')?.body ?? '';
    const { commands } = JSON.parse(body) as { commands: { command: { kind: string } }[] };
    expect(commands.map(({ command }) => command.kind)).toEqual([
      'incident',
      'document',
      'hazard',
      'document',
      'hazard',
    ]);
    expect(await device.incidents.get(incident)).toMatchObject({ unsent: false });
    expect(await device.hazards.get(late.hazardId)).toMatchObject({ unsent: false });
  });

  test('[IN14] a tablet keeps its delivered report without the names of the injured', async () => {
    await using site = await openSite(ground);
    const office = await site.device({ token: await site.server.token('manager') });
    const tablet = await site.device({ token: await site.server.token('device') });
    const project_id = await project(office);
    await tablet.sync();
    const id = await tablet.reportIncident({ project_id, ...fall, injured_persons: [hurt] });
    const anonymous = await tablet.reportIncident({ project_id, ...fall, anonymous: true });
    expect(await tablet.incidents.get(id)).toMatchObject({ injured_persons: [hurt] });
    await tablet.sync();
    await office.sync();
    const unnamed = { name: null, age: null, body_part: null, injury_severity: 'first_aid' };
    expect(await tablet.incidents.get(id)).toMatchObject({ unsent: false, injured_persons: [unnamed] });
    expect(await office.incidents.get(id)).toMatchObject({ injured_persons: [hurt], reported_by: { name: 'device' } });
    for (const device of [tablet, office])
      expect(await device.incidents.get(anonymous)).toMatchObject({ reported_by: null, created_by: 'anonymous' });
  });

  test('[IN2] an incomplete report fails at once, even offline', async () => {
    await using site = await openSite(ground);
    const device = await site.device();
    const project_id = await project(device);
    await expect(device.reportIncident({ project_id, ...fall, description: '' })).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '#/description' }],
    });
    expect(device.status.waiting).toBe(0);
  });

  test('[WK12] a tablet has the workers and their cards, and only the numbers its role may see', async () => {
    await using site = await openSite(ground);
    const card = { scheme: 'CSCS', card_number: 'SAMPLE-10000001', expires_on: '2028-05-31' };
    const body = { name: 'Marek Zieliński', mobile: '07700 900201', competence_cards: [card] };
    await site.server.api('POST', '/api/v1/workers', body);
    const tablet = await site.device({ token: await site.server.token('device') });
    await tablet.sync();
    expect(await tablet.workers.find()).toMatchObject([
      { name: 'Marek Zieliński', mobile: null, active: true, competence_cards: [card] },
    ]);
  });
}
