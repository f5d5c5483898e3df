/** Commands keep their identity: copied replicas, imported work, other tokens and damaged storage neither lose, double nor alter one. */
import { expect, test } from 'vitest';
import { openDatabase } from '../../../client-sdk/disk/database.ts';
import type { Place } from '../../kit/places.ts';
import { cloneReplica } from '../support/clone-replica.ts';
import { journalRows } from '../support/journal-rows.ts';
import { draftWithHazard } from '../support/site-day.ts';
import { nowhere, openSite, type Ground, type Site } from './site.ts';

const dayMs = 86_400_000;

export function identity(ground: Ground): void {
  test('[DV180] two live copies of one replica both deliver all of their edits', async () => {
    await using site = await openSite(ground);
    const [place, copy] = [site.newPlace(), site.newPlace()];
    const first = await site.device({ place });
    const { hazardId } = await draftWithHazard(first);
    await first.sync();
    await first.hazards.patch(hazardId, { name: 'Falling beam' });
    await first.close();
    await cloneReplica(place, copy);
    const [one, two] = [await site.device({ place }), await site.device({ place: copy })];
    await one.hazards.patch(hazardId, { who_at_risk: 'Slingers' });
    await two.hazards.patch(hazardId, { description: 'in gusts' });
    for (const device of [one, two, one]) expect(await device.sync()).toMatchObject({ refused: 0 });
    const expected = { name: 'Falling beam', who_at_risk: 'Slingers', description: 'in gusts', rev: 4 };
    for (const device of [one, two]) {
      expect(await device.hazards.get(hazardId)).toMatchObject(expected);
      expect(device.status).toMatchObject({ waiting: 0, refused: 0 });
    }
  });

  test('[DV180] a copy made after a try in a dead spot acts once, also after another act', async () => {
    await using site = await openSite(ground);
    const [place, copy] = [site.newPlace(), site.newPlace()];
    const tablet = await site.device({ place });
    const id = await incident(site, tablet);
    await tablet.act('incident', id, 'note', { text: 'Area cordoned off' });
    await tablet.close();
    await cloneReplica(place, copy);
    for (const at of [place, copy]) {
      const device = await site.device({ place: at });
      expect(await device.sync()).toMatchObject({ refused: 0 });
      await device.close();
    }
    const other = await site.device();
    await other.sync();
    expect((await other.incidents.get(id))?.notes).toHaveLength(1);
  });

  test('[DV181] an imported act takes effect once, whichever device sends it first', async () => {
    await using site = await openSite(ground);
    const [tom, ann] = [await site.device(), await site.device()];
    const id = await incident(site, tom);
    await ann.sync();
    await tom.act('incident', id, 'note', { text: 'Area cordoned off' });
    const text = await tom.outbox.exportUnsent();
    expect(await ann.outbox.importUnsent(text)).toMatchObject({ skipped: 0 });
    for (const device of [ann, tom, ann]) expect(await device.sync()).toMatchObject({ refused: 0 });
    expect((await tom.incidents.get(id))?.notes).toHaveLength(1);
    expect((await tom.outbox.list()).length + (await ann.outbox.list()).length).toBe(0);
  });

  test('[DV182] work is recorded under who made it, whichever token sends it', async () => {
    await using site = await openSite(ground);
    const anna = await site.server.token('manager');
    const bert = await site.server.token('manager');
    const tablet = await site.device({ token: anna });
    const { documentId, hazardId } = await draftWithHazard(tablet);
    await tablet.sync();
    const { created_by: annasId } = (await tablet.documents.get(documentId)) ?? {};
    await tablet.hazards.patch(hazardId, { name: 'Falling beam' });
    tablet.useToken(bert);
    // The device does not know yet whose token it is; the server does.
    await tablet.documents.patch(documentId, { title: 'Second lift' });
    await tablet.sync();
    const [hazard, document] = [await tablet.hazards.get(hazardId), await tablet.documents.get(documentId)];
    expect(hazard?.updated_by).toBe(annasId);
    expect(document?.updated_by).not.toBe(annasId);
    expect(document?.editors?.map(({ id }) => id)).toEqual([annasId, document?.updated_by]);
  });

  test('[DV182] a change that is sent again keeps its author under another token', async () => {
    await using site = await openSite(ground);
    const tom = await site.device();
    const { documentId, hazardId } = await draftWithHazard(tom);
    await tom.sync();
    const tablet = await site.device({ token: await site.server.token('manager') });
    const mine = await tablet.documents.create({ title: 'Mine', document_type: 'rams' });
    await tablet.sync();
    const { created_by: annasId } = (await tablet.documents.get(mine)) ?? {};
    await tom.submitForReview(documentId);
    await tom.sync();
    await tablet.hazards.patch(hazardId, { name: 'Falling beam' });
    expect(await tablet.sync()).toMatchObject({ refused: 1 });
    await tom.act('document', documentId, 'withdraw');
    await tom.sync();
    tablet.useToken(await site.server.token('manager'));
    await tablet.sync();
    await tablet.outbox.resendAll();
    expect(await tablet.sync()).toMatchObject({ pushed: 1, refused: 0 });
    expect((await tablet.hazards.get(hazardId))?.updated_by).toBe(annasId);
    expect((await tablet.documents.get(documentId))?.editors?.map(({ id }) => id)).toContain(annasId);
  });

  test('[DV183] under a token that may change nothing, work waits and the replica is read on', async () => {
    await using site = await openSite(ground);
    const tom = await site.device();
    const { hazardId } = await draftWithHazard(tom);
    await tom.sync();
    const tablet = await site.device();
    await tablet.sync();
    await tablet.hazards.patch(hazardId, { name: 'Falling beam' });
    tablet.useToken(await site.server.token('viewer'));
    await tom.hazards.patch(hazardId, { who_at_risk: 'Slingers' });
    await tom.sync();
    expect(await tablet.sync()).toMatchObject({ pushed: 0, refused: 0, blocked: { fault: 'read_only' } });
    expect(tablet.status).toMatchObject({ waiting: 1, refused: 0, online: true, problem: { fault: 'read_only' } });
    expect(await tablet.hazards.get(hazardId)).toMatchObject({ name: 'Falling beam', who_at_risk: 'Slingers' });
    tablet.useToken(site.adminToken);
    expect(await tablet.sync()).toMatchObject({ pushed: 1, refused: 0 });
    expect(tablet.status).toMatchObject({ waiting: 0, problem: null });
  });

  test('[DV184] `resendAll` sends again what can be accepted now, and leaves the rest', async () => {
    await using site = await openSite(ground);
    const [tom, ann] = [await site.device(), await site.device()];
    const [locked, other] = [await draftWithHazard(tom), await draftWithHazard(tom)];
    await tom.sync();
    await ann.sync();
    for (const { documentId } of [locked, other]) await tom.submitForReview(documentId);
    await tom.sync();
    for (const { hazardId } of [locked, other]) await ann.hazards.patch(hazardId, { name: 'Falling beam' });
    expect(await ann.sync()).toMatchObject({ refused: 2 });
    await tom.act('document', other.documentId, 'withdraw');
    await tom.sync();
    await ann.sync();
    expect(await ann.outbox.resendAll()).toHaveLength(1);
    expect(await ann.sync()).toMatchObject({ pushed: 1, refused: 0 });
    expect(ann.status).toMatchObject({ waiting: 0, refused: 1 });
  });

  test('[DV186] a waiting act shows its effect on what a sync brings, beside what others did', async () => {
    await using site = await openSite(ground);
    const [tom, ann] = [await site.device(), await site.device()];
    const id = await incident(site, tom);
    await ann.sync();
    await ann.act('incident', id, 'note', { text: 'Area cordoned off' });
    await tom.act('incident', id, 'note', { text: 'Ladder taken away' });
    await tom.sync();
    ann.useToken(await site.server.token('viewer'));
    expect(await ann.sync()).toMatchObject({ pushed: 0 });
    const shown = (await ann.incidents.get(id))?.notes?.map(({ text }) => text);
    expect(shown).toEqual(['Ladder taken away', 'Area cordoned off']);
  });

  test('[DV187] delivered work stays for 30 days and evidence for 390, whatever clock it has', async () => {
    await using site = await openSite(ground);
    const place = site.newPlace();
    const now = (): number => site.now() + 400 * dayMs;
    const first = await site.device({ place, now });
    await incident(site, first);
    await first.close();
    const kept = async (): Promise<string[]> => {
      const tablet = await site.device({ place, now });
      await tablet.sync();
      await tablet.close();
      const rows = [...(await journalRows(place))].filter(([key]) => key.startsWith('answered-'));
      return rows.map(([, { command }]) => (command as { kind: string }).kind); // a command has a kind
    };
    await site.advance(30 * dayMs);
    expect(await kept()).toEqual(['project', 'incident']);
    await site.advance(dayMs);
    expect(await kept()).toEqual(['incident']);
    await site.advance(360 * dayMs);
    expect(await kept()).toEqual([]);
  });

  test('[DV185] a damaged command is set aside and shown, and never sent as it reads', async () => {
    await using site = await openSite(ground);
    const place = site.newPlace();
    const tablet = await site.device({ place });
    const { documentId, hazardId } = await draftWithHazard(tablet);
    await tablet.sync();
    await tablet.hazards.patch(hazardId, { description: 'KEEP 3 METRES' });
    await tablet.hazards.patch(hazardId, { who_at_risk: 'Slingers' });
    await tablet.close();
    await damage(place, 'KEEP 3 METRES', 'KEEP 1 METRES');
    const offline = await site.device({ place, ...nowhere });
    expect(offline.status).toMatchObject({ waiting: 1, refused: 1 });
    expect(await offline.outbox.refused()).toMatchObject([{ reason: { code: 'integrity_mismatch' } }]);
    const shown = await offline.hazards.get(hazardId);
    expect([shown?.description ?? null, shown?.who_at_risk]).toEqual([null, 'Slingers']);
    await offline.close();
    const again = await site.device({ place });
    expect(await again.sync()).toMatchObject({ pushed: 1, refused: 0 });
    const { body } = await site.server.api('GET', `/api/v1/documents/${documentId}/hazards/${hazardId}`);
    expect(body).toMatchObject({ description: null, who_at_risk: 'Slingers' });
    const [{ id } = { id: '' }] = await again.outbox.refused();
    expect(await again.outbox.discard(id)).toEqual([id]);
  });

  test.each([
    ['"made_at":"2026-', '"made_at":"2026!'],
    ['"op":"patch"', '"op":"qatch"'],
    ['"kind":"hazard"', '"kind":"hazbrd"'],
    ['"command":', '"commanc":'],
    ['"depends_on":', '"depends_oo":'],
    ['"set":', '"seu":'],
  ])('[DV185] a command whose %s was damaged is shown and spoils no export', async (from, to) => {
    await using site = await openSite(ground);
    const place = site.newPlace();
    const tablet = await site.device({ place });
    const { hazardId } = await draftWithHazard(tablet);
    await tablet.sync();
    await tablet.hazards.patch(hazardId, { description: 'KEEP 3 METRES' });
    await tablet.close();
    await damage(place, from, to, 'command-');
    const again = await site.device({ place });
    const [item] = await again.outbox.refused();
    expect(JSON.stringify(item)).toContain('KEEP 3 METRES');
    expect(item?.reason?.code).toBe('integrity_mismatch');
    await again.hazards.patch(hazardId, { who_at_risk: 'Slingers' });
    const other = await site.device();
    await other.outbox.importUnsent(await again.outbox.exportUnsent());
    expect(other.status).toMatchObject({ waiting: 1, refused: 1 });
    expect(await other.sync()).toMatchObject({ pushed: 1, refused: 0 });
    expect(await again.outbox.discard(item?.id ?? '')).toHaveLength(1);
  });

  test.each([
    ['"state":"queued"', '"state":"pueued"'],
    ['"lane":', '"lanf":'],
    ['","prev":', '1","prev":'],
  ])('[DV185] a command is sent although %s beside its content was damaged', async (from, to) => {
    await using site = await openSite(ground);
    const place = site.newPlace();
    const tablet = await site.device({ place });
    const { hazardId } = await draftWithHazard(tablet);
    await tablet.sync();
    await tablet.hazards.patch(hazardId, { description: 'KEEP 3 METRES' });
    await tablet.close();
    await damage(place, from, to, 'command-');
    const again = await site.device({ place });
    expect(again.status).toMatchObject({ waiting: 1, refused: 0 });
    expect(await again.sync()).toMatchObject({ pushed: 1, refused: 0 });
    expect(await again.outbox.list()).toEqual([]);
  });
}

async function incident(site: Site, device: Awaited<ReturnType<Site['device']>>): Promise<string> {
  await device.sync();
  const project_id = await device.projects.create({ name: `Block of ${site.organisationId.slice(0, 8)}` });
  const id = await device.reportIncident({
    project_id,
    location: 'Level 3',
    description: 'A ladder slipped while nobody was on it.',
  });
  await device.sync();
  return id;
}

/** Changes some text in the journal, as a flipped bit on the disk would. */
async function damage(place: Place, from: string, to: string, among = ''): Promise<void> {
  const rows = [...(await journalRows(place))].flatMap(([key, value]) => {
    const text = JSON.stringify(value);
    return key.startsWith(among) && text.includes(from)
      ? [{ key, value: JSON.parse(text.replaceAll(from, to)) as typeof value }]
      : []; // the same shape
  });
  expect(rows).toHaveLength(1);
  const database = await openDatabase(place.storage(), place.name ?? 'sitefile');
  await database.journal.write({ put: rows });
  await database.close();
}
