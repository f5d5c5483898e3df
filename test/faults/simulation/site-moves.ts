/** What people do on a tablet beside the document itself, by seed: substances, people, permits, incidents and photos. */
import type { Device } from '../../../client-sdk/index.ts';
import { png } from '../../rest/support/images.ts';
import { one, withLine, type Move, type Scene } from './scene.ts';

const person = { name: 'Rhys Morgan' };
const issuer = { name: 'Sinéad Gallagher' };

/** How often in all of them, and what. */
export const siteMoves: Readonly<Record<string, readonly [share: number, move: Move]>> = {
  addCoshh: [2, addCoshh],
  editCoshh: [6, editCoshh],
  addPersonnel: [2, addPersonnel],
  editPersonnel: [3, editPersonnel],
  permit: [6, permit],
  incident: [3, incident],
  followUp: [3, followUp],
  photo: [3, photo],
};

async function addCoshh({ device, chance, word }: Scene): Promise<void> {
  await one(await device.documents.find(), chance, ({ id }) =>
    device.coshh.create({
      document_id: id,
      substance_name: word(),
      health_effects_acute: `${word()}\n${word()}`,
      severity_before: 3,
      likelihood_before: 2,
    }),
  );
}

async function editCoshh({ device, chance, word }: Scene): Promise<void> {
  await one(await device.coshh.find(), chance, ({ id, health_effects_acute: effects }) =>
    device.coshh.patch(
      id,
      chance.pick([
        { task: word() },
        { substance_name: word() },
        { health_effects_acute: withLine(effects, chance, word()) },
        { severity_before: 3 + chance.below(3) },
      ]),
    ),
  );
}

async function addPersonnel({ device, chance, word }: Scene): Promise<void> {
  await one(await device.documents.find(), chance, ({ id }) =>
    device.personnel.create({ document_id: id, name: word(), trade: word() }),
  );
}

async function editPersonnel({ device, chance, word }: Scene): Promise<void> {
  await one(await device.personnel.find(), chance, ({ id, responsibilities: duties }) =>
    device.personnel.patch(
      id,
      chance.pick([{ trade: word() }, { name: word() }, { responsibilities: withLine(duties, chance, word()) }]),
    ),
  );
}

/** A new one, or the next that may be done with one, and often what comes after that too. */
async function permit({ device, chance, word, now }: Scene): Promise<void> {
  const { permits } = device;
  const found = (await permits.find()).filter(({ state }) => state !== 'closed');
  if (found.length === 0 || chance.below(6) === 0) {
    const project = (await device.projects.find()).at(0);
    await permits.create({
      permit_type: 'lifting',
      location: word(),
      project_id: project?.id ?? null,
      valid_from: new Date(now).toISOString(),
      valid_to: new Date(now + 8 * 3_600_000).toISOString(),
    });
    return;
  }
  const { id } = chance.pick(found);
  do await nextStep(device, id);
  while (chance.below(5) > 0);
}

async function nextStep({ permits }: Device, id: string): Promise<void> {
  const { state = '', accepted_by: holder } = (await permits.get(id)) ?? {};
  const steps: Readonly<Record<string, () => Promise<void>>> = {
    draft: () => permits.request(id, { by: person }),
    requested: () => permits.authorise(id, { by: issuer }),
    authorised: () => (holder ? permits.open(id, { by: issuer }) : permits.accept(id, { by: person })),
    open: () => permits.workComplete(id, { by: person }),
    expired: () => permits.workComplete(id, { by: person }),
    work_complete: () => permits.close(id, { by: issuer }),
  };
  await steps[state]?.();
}

async function incident({ device, chance, word }: Scene): Promise<void> {
  await one(await device.projects.find(), chance, ({ id }) =>
    device.reportIncident({
      project_id: id,
      location: word(),
      description: `${word()} slipped in its cradle and was caught.`,
      injured_persons: [{ name: word(), injury_severity: 'first_aid', body_part: 'left hand' }],
    }),
  );
}

/** What one is for the state that an incident is in; a note is for all of them. */
async function followUp({ device, chance, word }: Scene): Promise<void> {
  await one(await device.incidents.find(), chance, async ({ id, status }) => {
    const action = ({ reported: 'triage', triaged: 'close' } as Record<string, string>)[status];
    if (action === undefined || chance.below(3) === 0) await device.act('incident', id, 'note', { text: word() });
    else await device.act('incident', id, action, action === 'triage' ? { potential_severity: 3 } : {});
  });
}

/** Seldom it is no picture. */
async function photo({ device, chance, word, photos }: Scene): Promise<void> {
  await one(await device.sites.find(), chance, async ({ id: site_id }) => {
    const name = word();
    const bytes = chance.below(6) === 0 ? Buffer.from(`no picture, but ${name}`) : picture(name);
    const id = await device.addPhoto({ site_id, bytes, file_name: `${name}.png` });
    photos.set(id, { site_id, bytes });
  });
}

/** Another one for each word. */
export function picture(word: string): Uint8Array<ArrayBuffer> {
  return png(Number(/\d+$/.exec(word)?.[0]));
}
