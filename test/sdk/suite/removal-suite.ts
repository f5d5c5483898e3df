/** Removals on a device: concurrent edits of others survive, and the device's own edits never block it. */
import { expect, test } from 'vitest';
import type { Device } from '../../../client-sdk/index.ts';
import { isEntryKind } from '../../../client-sdk/view/present.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { replicatedKinds, resourceOf } from '../../../shared/resources/index.ts';
import { crewFrom, type OnCrew } from '../../../shared/resources/signoff/crew.ts';
import { openSite, type Ground, type Site } from './site.ts';

interface Meeting {
  readonly tom: Device;
  readonly ann: Device;
  readonly documentId: string;
  readonly hazardId: string;
}

/** Both devices have a hazard with likelihood 5 before controls and 1 after. */
async function meet(site: Site, through?: Awaited<ReturnType<Site['gateway']>>): Promise<Meeting> {
  const tom = await site.device(through ? { through } : {});
  const ann = await site.device();
  const documentId = await ann.documents.create({ title: 'Riser works', document_type: 'rams' });
  const rated = { severity_before: 5, severity_after: 1, who_at_risk: 'Riggers' };
  const hazardId = await ann.hazards.create({ document_id: documentId, name: 'Electric shock', ...rated });
  await ann.sync();
  await tom.sync();
  return { tom, ann, documentId, hazardId };
}

/** Both devices keep Ann's edit and show a conflict about the removal. */
async function expectKept({ tom, ann, hazardId }: Meeting): Promise<void> {
  await ann.sync();
  for (const device of [tom, ann]) {
    expect(await device.hazards.get(hazardId)).toMatchObject({ description: 'live cable found' });
    const open = await device.conflicts.find({ state: 'open' });
    expect(open.filter(({ field }) => field === '(removed)')).toMatchObject([
      { record_id: hazardId, theirs: { description: 'live cable found' }, kept: 'theirs' },
    ]);
  }
}

/** How a device adds, edits and removes an entry of one kind. */
interface Hands {
  readonly segment: string;
  readonly add: (device: Device, document_id: string) => Promise<string>;
  readonly edits: readonly ((device: Device, id: string) => Promise<void>)[];
  readonly remove: (device: Device, id: string) => Promise<void>;
  /** The body as REST sends it, without the ids and the wording that the server adds. */
  readonly sent: object;
}

const label = '  Around the riser  ';
const handsByKind: Readonly<Record<string, Hands>> = {
  section: {
    segment: 'sections',
    add: (device, document_id) => device.sections.create({ document_id, title: label }),
    edits: [
      (device, id) => device.sections.patch(id, { body: '1. Isolate.\n2. Prove dead.', title: 'Isolation' }),
      (device, id) => device.sections.patch(id, { title: label, data: { by: { name: 'Tom', at: null }, level: -0 } }),
      (device, id) => device.sections.patch(id, { body: null }),
    ],
    remove: (device, id) => device.sections.remove(id),
    sent: { title: label, body: 'Isolate first.' },
  },
  hazard: {
    segment: 'hazards',
    add: (device, document_id) =>
      device.hazards.create({ document_id, name: label, severity_before: 4, controls: [{ description: label }] }),
    edits: [
      (device, id) => device.hazards.patch(id, { likelihood_before: 3, likelihood_after: 2, severity_after: 4 }),
      (device, id) => device.hazards.patch(id, { controls: [{ description: label, hierarchy_level: null }] }),
      (device, id) => device.hazards.patch(id, { category: 'electricity', description: '', who_at_risk_codes: [] }),
      (device, id) => device.hazards.patch(id, { category: null, permit_type: 'electrical' }),
    ],
    remove: (device, id) => device.hazards.remove(id),
    sent: { name: label, controls: [{ description: label }, { description: 'Lock off' }] },
  },
  coshh: {
    segment: 'coshh',
    add: (device, document_id) =>
      device.coshh.create({ document_id, substance_name: label, hazard_statements: [{ code: 'H315' }] }),
    edits: [
      (device, id) =>
        device.coshh.patch(id, { hazard_statements: [{ code: 'H319' }, { code: 'H315', text: 'Itches' }] }),
      (device, id) => device.coshh.patch(id, { severity_before: 4, likelihood_before: 2, quantity: { value: 0.1 } }),
      (device, id) => device.coshh.patch(id, { controls: [{ description: label }], ppe: [{ item: 'Gloves' }] }),
    ],
    remove: (device, id) => device.coshh.remove(id),
    sent: { substance_name: label, hazard_statements: [{ code: 'H335' }], controls: [{ description: 'Extraction' }] },
  },
  personnel: {
    segment: 'personnel',
    add: (device, document_id) => device.personnel.create({ document_id, name: label }),
    edits: [
      (device, id) => device.personnel.patch(id, { role: 'supervisor', mobile: '07700 900202', young_person: false }),
      (device, id) => device.personnel.patch(id, { competence_cards: [{ scheme: 'ECS', card_number: '1' }] }),
      (device, id) =>
        device.personnel.patch(id, { responsibilities: 'Isolation\nProving dead', restrictions: ['Heights'] }),
    ],
    remove: (device, id) => device.personnel.remove(id),
    sent: { name: label, competence_cards: [{ scheme: 'ECS', card_number: '2' }] },
  },
  crew_member: {
    segment: 'crew',
    add: (device, document_id) => device.crew.create({ document_id, name: label }),
    edits: [],
    remove: (device, id) => device.crew.remove(id),
    sent: { name: label },
  },
};

export function removals(ground: Ground): void {
  const meanwhile: readonly (readonly [string, JsonObject, JsonObject])[] = [
    ['is refused', { severity_before: 2 }, { severity_after: 4 }],
    ['makes the same change', { who_at_risk: 'All' }, { who_at_risk: 'All' }],
    ['loses', { who_at_risk: 'All' }, { who_at_risk: 'Nobody' }],
  ];
  test.each(meanwhile)(
    '[DV137] a removal keeps another’s edit, also if the own earlier edit %s',
    async (_how, theirs, mine) => {
      await using site = await openSite(ground);
      const meeting = await meet(site);
      const { tom, ann, hazardId } = meeting;
      await ann.hazards.patch(hazardId, { ...theirs, description: 'live cable found' });
      await ann.sync();
      await tom.hazards.patch(hazardId, mine);
      await tom.hazards.remove(hazardId);
      expect(await tom.hazards.get(hazardId)).toBeUndefined();
      await tom.sync();
      await expectKept(meeting);
    },
  );

  test('[DV137] a removal keeps another’s edit, also if the own edit is unconfirmed', async () => {
    await using site = await openSite(ground);
    const gateway = await site.gateway();
    const meeting = await meet(site, gateway);
    const { tom, ann, hazardId } = meeting;
    await ann.hazards.patch(hazardId, { description: 'live cable found' });
    await ann.sync();
    await tom.hazards.patch(hazardId, { severity_after: 4 });
    gateway.interfere = ({ door }) => (door === 'pull' ? { status: 503, body: '' } : undefined);
    await expect(tom.sync()).rejects.toMatchObject({ fault: 'busy' });
    gateway.interfere = undefined;
    expect(await tom.outbox.list()).toMatchObject([{ state: 'acked' }]);
    await tom.hazards.remove(hazardId);
    await tom.sync();
    await expectKept(meeting);
  });

  test('[DV137] resolving in favour of the removal keeps newer edits of others', async () => {
    await using site = await openSite(ground);
    const meeting = await meet(site);
    const { tom, ann, hazardId } = meeting;
    await ann.hazards.patch(hazardId, { who_at_risk: 'Slingers' });
    await ann.sync();
    await tom.hazards.remove(hazardId);
    await tom.sync();
    const [conflict] = await tom.conflicts.find();
    await ann.hazards.patch(hazardId, { severity_before: 2, description: 'live cable found' });
    await ann.sync();
    await tom.hazards.patch(hazardId, { severity_after: 4 });
    await tom.resolveConflict(conflict?.id ?? '', 'take');
    expect(await tom.hazards.get(hazardId)).toBeUndefined();
    await tom.sync();
    expect(await tom.outbox.refused()).toMatchObject([{ op: 'patch', reason: { code: 'risk_after_exceeds_before' } }]);
    await expectKept(meeting);
  });

  test('[DV138] a resent removal is based on what its author sees then', async () => {
    await using site = await openSite(ground);
    const meeting = await meet(site);
    const { tom, ann, documentId, hazardId } = meeting;
    const move = async (action: string): Promise<void> => {
      await ann.act('document', documentId, action);
      await ann.sync();
    };
    await move('submit_review');
    await tom.hazards.patch(hazardId, { severity_after: 4 });
    await tom.hazards.remove(hazardId);
    expect(await tom.sync()).toMatchObject({ refused: 2 });
    await move('withdraw');
    await tom.sync();
    const [patch, remove] = await tom.outbox.refused();
    await tom.outbox.discard(patch?.id ?? '');
    await ann.hazards.patch(hazardId, { description: 'live cable found' });
    await ann.sync();
    await tom.outbox.resend(remove?.id ?? '');
    await tom.sync();
    await expectKept(meeting);
    // The author has now seen the edit, so the removal is deliberate.
    await tom.hazards.remove(hazardId);
    await tom.sync();
    expect(await tom.hazards.get(hazardId)).toBeUndefined();
    expect(await tom.conflicts.find()).toHaveLength(1);
  });

  test('[DV138] a removal also applies to its creation once corrected and resent', async () => {
    await using site = await openSite(ground);
    const { tom, ann, documentId } = await meet(site);
    const open = await ann.documents.create({ title: 'Next floor', document_type: 'rams' });
    await ann.submitForReview(documentId);
    await ann.sync();
    const id = await tom.hazards.create({ document_id: documentId, name: 'Dust' });
    await tom.hazards.patch(id, { who_at_risk: 'Everybody' });
    await tom.hazards.remove(id);
    expect(await tom.sync()).toMatchObject({ refused: 3 });
    const [made] = await tom.outbox.refused();
    await tom.outbox.resend(made?.id ?? '', { set: { document_id: open, description: 'Silica' } });
    expect(await tom.sync()).toMatchObject({ pushed: 3, refused: 0 });
    expect(await tom.hazards.get(id)).toBeUndefined();
    expect(await tom.conflicts.find()).toEqual([]);
  });

  test('[DV231] a person whom two devices add to a crew counts once, and comes off it once', async () => {
    await using site = await openSite(ground);
    const [tom, ann] = [await site.device(), await site.device()];
    const documentId = await tom.documents.create({ title: 'Riser works', document_type: 'toolbox_talk' });
    await tom.sync();
    await ann.sync();
    const ids = [
      await tom.crew.create({ document_id: documentId, name: 'Kyle Bennett', employer_name: 'Brightwater' }),
      await ann.crew.create({ document_id: documentId, name: 'kyle bennett' }),
    ];
    const crewOn = async (device: Device): Promise<readonly OnCrew[]> =>
      crewFrom([], await device.crew.find({ document_id: documentId }), []).here;
    for (const device of [tom, ann, tom]) await device.sync();
    for (const device of [tom, ann]) expect(await crewOn(device)).toMatchObject([{ addedBy: ids }]);
    for (const { addedBy } of await crewOn(ann)) for (const id of addedBy) await ann.crew.remove(id);
    expect(await crewOn(ann)).toEqual([]);
    expect(await crewOn(tom)).toHaveLength(1);
    for (const device of [ann, tom]) expect(await device.sync()).toMatchObject({ refused: 0 });
    expect(await crewOn(tom)).toEqual([]);
    expect(await tom.documents.get(documentId)).toMatchObject({ rev: 1, unsent: false });
  });

  test('[DV138] the table below has every kind that a device may remove', () => {
    const removable = replicatedKinds.filter((kind) => resourceOf(kind).admitRemoval);
    expect(Object.keys(handsByKind).toSorted()).toEqual(removable.toSorted());
  });

  test.each(Object.entries(handsByKind))(
    '[DV138] the own changes to a %s do not block its removal',
    async (kind, { segment, add, edits, remove, sent }) => {
      await using site = await openSite(ground);
      const gateway = await site.gateway();
      const tom = await site.device({ through: gateway });
      const documentId = await tom.documents.create({ title: 'Riser works', document_type: 'rams' });
      const edited = async (id: string): Promise<string> => {
        for (const edit of edits) await edit(tom, id);
        return id;
      };
      const early = await add(tom, documentId);
      await tom.sync();
      const { body } = await site.server.api<{ id: string }>(
        'POST',
        `/api/v1/documents/${documentId}/${segment}`,
        sent,
      );
      await tom.sync();
      // Created here, created by the office, and created and removed before the server saw it.
      const ids = [await edited(early), await edited(body.id), await edited(await add(tom, documentId))];
      if (isEntryKind(kind)) await tom.reorder(documentId, kind as 'hazard', ids.toReversed()); // checked in this line
      // Some are accepted but not returned yet, and some are not sent.
      gateway.interfere = ({ door }) => (door === 'pull' ? { status: 503, body: '' } : undefined);
      await expect(tom.sync()).rejects.toMatchObject({ fault: 'busy' });
      gateway.interfere = undefined;
      ids.push(await edited(await add(tom, documentId)));
      await edited(early);
      for (const id of ids) await remove(tom, id);
      expect(await tom.sync()).toMatchObject({ refused: 0 });
      expect(await tom.conflicts.find()).toEqual([]);
      const { body: left } = await site.server.api<{ data: unknown[] }>(
        'GET',
        `/api/v1/documents/${documentId}/${segment}`,
      );
      expect(left.data).toEqual([]);
    },
  );
}
