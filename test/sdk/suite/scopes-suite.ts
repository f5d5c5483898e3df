/** A device whose token is limited to projects, and the checksums that verify a replica (contract, Devices). */
import { expect, test } from 'vitest';
import type { Device } from '../../../client-sdk/index.ts';
import { openDatabase, type ConfirmedRow } from '../../../client-sdk/disk/database.ts';
import { Records } from '../../../client-sdk/disk/records.ts';
import type { Place } from '../../kit/places.ts';
import { shownBy } from '../../kit/shown-by.ts';
import { ink } from '../support/ink.ts';
import { approvedDocument } from '../support/site-day.ts';
import { openSite, type Ground, type Site } from './site.ts';

const day = 86_400_000;

interface TwoProjects {
  readonly a: string;
  readonly b: string;
  readonly documentId: string;
  readonly hazardId: string;
}

async function twoProjects(office: Device): Promise<TwoProjects> {
  const a = await office.projects.create({ name: 'Harrow Lane' });
  const b = await office.projects.create({ name: 'Mill Road' });
  const documentId = await office.documents.create({ title: 'Glulam lift', document_type: 'rams', project_id: a });
  const hazardId = await office.hazards.create({ document_id: documentId, name: 'Falling load' });
  await office.sync();
  return { a, b, documentId, hazardId };
}

/** Every pull request of a device. */
function listening(): { readonly fetch: typeof fetch; readonly pulls: Readonly<Record<string, unknown>>[] } {
  const pulls: Readonly<Record<string, unknown>>[] = [];
  return {
    pulls,
    fetch: (input, init) => {
      if (String(input).endsWith('/sync/pull')) pulls.push(JSON.parse(String(init?.body)) as Record<string, unknown>);
      return fetch(input, init);
    },
  };
}

/** Writes over a row what the server never sent, past everything that notices. */
async function alter(place: Place, id: string, altered: Partial<ConfirmedRow>): Promise<void> {
  const database = await openDatabase(place.storage(), place.name ?? 'sitefile');
  const [row] = await database.records.get([id]);
  if (!row) throw new Error('the row to alter is missing');
  await database.records.write({ put: [{ ...row, ...altered }] });
  await database.close();
}

async function tamper(place: Place, work: (records: Records) => Promise<void>): Promise<void> {
  const database = await openDatabase(place.storage(), place.name ?? 'sitefile');
  await work(new Records(database));
  await database.close();
}

async function limitedDevice(site: Site, ids: readonly string[]) {
  const { token, limitTo } = await site.limitedToken(ids);
  const device = await site.device({ token });
  await device.sync();
  return { device, limitTo };
}

export function scopes(ground: Ground): void {
  test('[DV50] a granted project arrives, a lost one is dropped, and unsent work stays', async () => {
    await using site = await openSite(ground);
    const office = await site.device();
    const { a, b, documentId, hazardId } = await twoProjects(office);
    const locked = await office.documents.create({ title: 'Dig', document_type: 'rams', project_id: a });
    const lockedHazard = await office.hazards.create({ document_id: locked, name: 'Cable' });
    await office.sync();
    const { device, limitTo } = await limitedDevice(site, [a]);
    expect(await shownBy(device)).toEqual(await site.server.recordsOf([a]));
    // A change that the server refuses, one that it has not received, and a new record that it has not received.
    await office.hazards.patch(hazardId, { name: 'Falling beam' });
    await office.submitForReview(locked);
    await office.sync();
    await device.hazards.patch(lockedHazard, { name: 'Gas pipe' });
    await device.sync();
    expect(device.status).toMatchObject({ refused: 1, waiting: 0 });
    await device.hazards.patch(hazardId, { description: 'Written offline' });
    const created = await device.hazards.create({ document_id: documentId, name: 'Made offline' });
    await limitTo([b]);
    await device.sync();
    expect(device.status).toMatchObject({ refused: 3, waiting: 0 });
    const kept = await device.outbox.list();
    expect(kept.map((item) => item.reason?.code)).toEqual(expect.arrayContaining(['not_found', 'reference_unknown']));
    expect((await shownBy(device)).filter((line) => !line.startsWith(created))).toEqual(
      await site.server.recordsOf([b]),
    );
    expect(await device.hazards.get(hazardId)).toBeUndefined();
    await limitTo([a, b]);
    await device.sync();
    expect(await device.hazards.get(hazardId)).toMatchObject({ name: 'Falling beam' });
    expect((await device.outbox.list()).length).toBe(3);
    expect(await device.verify()).toBe(true);
  });

  test('[DV51] a document that moves to another project takes everything along', async () => {
    await using site = await openSite(ground);
    const office = await site.device();
    const { a, b, documentId } = await twoProjects(office);
    const [left, right] = [await limitedDevice(site, [a]), await limitedDevice(site, [b])];
    await office.documents.patch(documentId, { project_id: b });
    await office.sync();
    for (const [{ device }, project] of [
      [left, a],
      [right, b],
    ] as const) {
      await device.sync();
      expect(await shownBy(device)).toEqual(await site.server.recordsOf([project]));
      expect(await device.verify()).toBe(true);
    }
  });

  test('[DV52] a project’s records stay visible while it is fetched again', async () => {
    await using site = await openSite(ground);
    const office = await site.device();
    const { a, b, documentId, hazardId } = await twoProjects(office);
    const other = await office.hazards.create({ document_id: documentId, name: 'Stays' });
    await office.sync();
    const { token } = await site.limitedToken([a, b]);
    const seen: number[] = [];
    let isCut = false;
    const device: Device = await site.device({
      token,
      fetch: async (input, init) => {
        if (isCut) throw new TypeError('fetch failed');
        if (!String(input).endsWith('/sync/pull')) return fetch(input, init);
        const small = JSON.stringify({ ...(JSON.parse(String(init?.body)) as object), limit: 1 });
        const answer = await fetch(input, { ...init, body: small });
        seen.push((await device.hazards.find({ document_id: documentId })).length);
        return answer;
      },
    });
    await device.sync();
    await office.hazards.remove(hazardId);
    await office.sync();
    await site.advance(401 * 86_400_000);
    expect(await site.server.forgetTombstones()).toBeGreaterThan(0);
    seen.length = 0;
    await device.sync();
    expect(Math.min(...seen)).toBe(2);
    expect((await device.hazards.find({ document_id: documentId })).map(({ id }) => id)).toEqual([other]);
    isCut = true;
  });

  test('[DV53] records altered, lost or added locally are detected and fetched again', async () => {
    await using site = await openSite(ground);
    const office = await site.device();
    const { a, b, hazardId, documentId } = await twoProjects(office);
    for (const projects of [null, [a], [a, b]]) {
      const place = site.newPlace();
      const token = projects ? (await site.limitedToken(projects)).token : site.adminToken;
      const first = await site.device({ token, place });
      await first.sync();
      expect(await first.verify()).toBe(true);
      await first.close();
      const steps: ((records: Records) => Promise<void>)[] = [
        (records) => records.drop([hazardId]),
        async (records) => {
          const row = (await records.byIds([documentId])).get(documentId);
          await records.apply(
            [{ ...row, op: 'put', seq: 1, rev: 99, body: { title: 'Altered' } }],
            row?.generation ?? 1,
          );
        },
        (records) =>
          records.apply(
            [{ op: 'put', id: crypto.randomUUID(), kind: 'hazard', seq: 1, rev: 1, project_id: a, body: {} }],
            1,
          ),
        (records) =>
          records.apply(
            [
              {
                op: 'put',
                id: crypto.randomUUID(),
                kind: 'site',
                seq: 1,
                rev: 1,
                project_id: crypto.randomUUID(),
                body: {},
              },
            ],
            1,
          ),
      ];
      for (const [i, step] of steps.entries()) {
        await tamper(place, step);
        const device = await site.device({ token, place });
        expect(await device.verify()).toBe(false);
        expect(device.status.mismatches).toBe(i + 1);
        expect(await device.verify()).toBe(true);
        expect(device.status.verifiedAt).not.toBeNull();
        expect(await shownBy(device)).toEqual(await site.server.recordsOf(projects));
        await device.close();
      }
    }
  });

  test('[DV54] each pull compares the replica’s sum, and hourly at most its rows are read again', async () => {
    await using site = await openSite(ground);
    const { fetch, pulls } = listening();
    const device = await site.device({ fetch });
    await twoProjects(device);
    const start = site.now();
    expect(device.status.verifiedAt).toBe(new Date(start).toISOString());
    await device.sync();
    await site.advance(3_599_000);
    await device.sync();
    expect(device.status.verifiedAt).toBe(new Date(start).toISOString());
    await site.advance(2000);
    await device.sync();
    expect(device.status).toMatchObject({ verifiedAt: new Date(start + 3_601_000).toISOString(), mismatches: 0 });
    expect(pulls.map((asked) => asked['checksums'])).toEqual([true, true, true, true]);
  });

  test('[DV166] a row altered under its own revision is noticed and fetched again', async () => {
    await using site = await openSite(ground);
    const office = await site.device();
    const { a, hazardId, documentId } = await twoProjects(office);
    for (const projects of [null, [a]]) {
      const place = site.newPlace();
      const token = projects ? (await site.limitedToken(projects)).token : site.adminToken;
      const first = await site.device({ token, place });
      await first.sync();
      await first.close();
      for (const altered of [
        { body: { document_id: documentId, name: 'Falling loaf' } },
        { created_by: 'somebody else' },
        { rev: 7 },
        { digest: 'f'.repeat(32) },
        { generation: 900 },
      ]) {
        await alter(place, hazardId, altered);
        const device = await site.device({ token, place });
        expect({ altered, verified: await device.verify() }).toEqual({ altered, verified: false });
        expect(await device.hazards.get(hazardId)).toEqual(await office.hazards.get(hazardId));
        expect(await device.verify()).toBe(true);
        await device.close();
      }
    }
  });

  test('[DV167] a sum that does not fit after a pull fetches the scope again, before the hour', async () => {
    await using site = await openSite(ground);
    const office = await site.device();
    const { documentId } = await twoProjects(office);
    const place = site.newPlace();
    const first = await site.device({ place });
    await first.sync();
    await first.close();
    await tamper(place, (records) => records.drop([documentId]));
    const device = await site.device({ place });
    await device.sync();
    expect(device.status.mismatches).toBe(1);
    expect(await shownBy(device)).toEqual(await site.server.recordsOf(null));
    await device.close();
    await tamper(place, (records) => records.setSum({ count: 3, sum: 4 }));
    const again = await site.device({ place });
    await again.sync();
    expect(again.status.mismatches).toBe(1);
    expect(await again.verify()).toBe(true);
  });

  test('[DV230] a first pull brings no sign-off that the limits drop; wider ones fetch it', async () => {
    await using site = await openSite(ground);
    const tom = await site.device();
    const { documentId } = await approvedDocument(tom);
    await tom.sign({ document_id: documentId, worker: { name: 'Jan' }, signature: ink() });
    await tom.sync();
    await site.advance(31 * day);
    await tom.sign({ document_id: documentId, worker: { name: 'Ola' }, signature: ink() });
    await tom.sync();
    const all = await (await site.device()).sync();
    const place = site.newPlace();
    const ann = await site.device({ place, keep: { signoffDays: 30 } });
    expect((await ann.sync()).pulled).toBe(all.pulled - 1);
    expect(await ann.verify()).toBe(null);
    await ann.close();
    const wider = await site.device({ place, keep: { signoffDays: 40 } });
    await wider.sync();
    expect((await wider.signoffs.find()).map(({ worker }) => worker.name).toSorted()).toEqual(['Jan', 'Ola']);
  });

  test('[DV230] a device from which its limits kept nothing compares its replica with the server', async () => {
    await using site = await openSite(ground);
    const tom = await site.device();
    await approvedDocument(tom);
    await tom.sync();
    for (const signoffDays of [30, 99_999]) {
      const ann = await site.device({ keep: { signoffDays } });
      await ann.sync();
      expect([signoffDays, await ann.verify()]).toEqual([signoffDays, true]);
    }
  });
}
