/** What people do on a tablet, by seed. Each move sees only what the tablet shows; what the rules refuse on the spot is noted and over. */
import type { JsonObject } from '../../../shared/base/json.ts';
import type { Chance } from '../../kit/clock.ts';
import { one, withLine, type Move, type Scene } from './scene.ts';
import { siteMoves } from './site-moves.ts';

const permitTypes = ['hot_work', 'lifting', 'roof_access', 'electrical'] as const;
const stroke = Array.from({ length: 20 }, (_, i) => [i * 10, (i % 5) * 10, i * 16]);

/** How often in all of them, and what. */
const moves: Readonly<Record<string, readonly [share: number, move: Move]>> = {
  editHazard: [22, editHazard],
  editControls: [10, editControls],
  editSection: [10, editSection],
  editDocument: [6, editDocument],
  moveDocument: [2, moveDocument],
  editProject: [3, editProject],
  addHazard: [6, addHazard],
  addSection: [3, addSection],
  addDocument: [2, addDocument],
  reorder: [4, reorder],
  remove: [5, remove],
  review: [5, review],
  decide: [4, decide],
  shelve: [1, shelve],
  markCondition: [6, markCondition],
  sign: [7, sign],
  settle: [6, settle],
  refusal: [3, answerRefusal],
  ...siteMoves,
};

export const moveNames = Object.keys(moves);
const shares = Object.values(moves).reduce((sum, [share]) => sum + share, 0);

export function drawMove(chance: Chance): string {
  let luck = chance.below(shares);
  for (const [name, [share]] of Object.entries(moves)) if ((luck -= share) < 0) return name;
  throw new Error('the shares do not add up');
}

export async function move(name: string, scene: Scene): Promise<void> {
  await moves[name]?.[1](scene);
}

async function editDocument({ device, chance, word }: Scene): Promise<void> {
  await one(await device.documents.find(), chance, ({ id }) => device.documents.patch(id, { title: word() }));
}

async function editProject({ device, chance, word }: Scene): Promise<void> {
  await one(await device.projects.find(), chance, ({ id }) => device.projects.patch(id, { client_name: word() }));
}

async function editHazard({ device, chance, word }: Scene): Promise<void> {
  await one(await device.hazards.find(), chance, async (hazard) => {
    const fields = [
      { name: word() },
      { who_at_risk: word() },
      { permit_type: chance.pick(permitTypes) },
      { description: withLine(hazard.description, chance, word()) },
      { severity_before: 3 + chance.below(3) },
      { likelihood_before: 3 + chance.below(3) },
    ];
    // A form that was open for a while sends more than one.
    const touched = chance.below(4) === 0 ? { ...chance.pick(fields), ...chance.pick(fields) } : chance.pick(fields);
    await device.hazards.patch(hazard.id, touched);
  });
}

/** Adds one, changes one, or takes one away. */
async function editControls({ device, chance, word }: Scene): Promise<void> {
  await one(await device.hazards.find(), chance, async (hazard) => {
    const { controls } = hazard;
    const luck = controls.length === 0 ? 0 : chance.below(10);
    const at = chance.below(controls.length || 1);
    const edit = chance.below(2) === 0 ? { description: word() } : { responsibility: word() };
    const changed = controls.map((control, i) => (i === at ? { ...control, ...edit } : control));
    const next =
      luck < 5 ? [...controls, { description: word() }] : luck < 9 ? changed : controls.filter((_, i) => i !== at);
    await device.hazards.patch(hazard.id, { controls: next });
  });
}

async function editSection({ device, chance, word }: Scene): Promise<void> {
  await one(await device.sections.find(), chance, ({ id, body }) =>
    device.sections.patch(id, chance.below(3) === 0 ? { title: word() } : { body: withLine(body, chance, word()) }),
  );
}

async function moveDocument({ device, chance }: Scene): Promise<void> {
  const projects = await device.projects.find();
  await one(await device.documents.find(), chance, ({ id }) =>
    device.documents.patch(id, {
      project_id: chance.below(4) === 0 ? null : (projects.at(chance.below(projects.length || 1))?.id ?? null),
    }),
  );
}

async function addHazard({ device, chance, word }: Scene): Promise<void> {
  await one(await device.documents.find(), chance, ({ id }) =>
    device.hazards.create({
      document_id: id,
      name: word(),
      who_at_risk: word(),
      description: `${word()}\n${word()}`,
      severity_before: 3,
      likelihood_before: 3,
    }),
  );
}

async function addSection({ device, chance, word }: Scene): Promise<void> {
  await one(await device.documents.find(), chance, ({ id }) =>
    device.sections.create({ document_id: id, title: word(), body: `${word()}\n${word()}\n${word()}` }),
  );
}

async function addDocument({ device, chance, word }: Scene): Promise<void> {
  const project = (await device.projects.find()).at(chance.below(3));
  await device.documents.create({ title: word(), document_type: 'rams', project_id: project?.id ?? null });
}

async function reorder({ device, chance }: Scene): Promise<void> {
  await one(await device.documents.find(), chance, async ({ id }) => {
    const ids = (await device.hazards.find({ document_id: id }))
      .filter(({ position }) => position !== null)
      .map((hazard) => hazard.id);
    const from = chance.below(ids.length || 1);
    const moved = ids.toSpliced(from, 1);
    await device.reorder(id, 'hazard', moved.toSpliced(chance.below(ids.length || 1), 0, ...ids.slice(from, from + 1)));
  });
}

async function remove({ device, chance }: Scene): Promise<void> {
  const name = chance.pick(['hazards', 'hazards', 'hazards', 'coshh', 'personnel'] as const);
  const found: readonly { readonly id: string }[] = await device[name].find();
  await one(found, chance, ({ id }) => device[name].remove(id));
}

const next: Readonly<Record<string, readonly string[]>> = {
  draft: ['submit_review', 'submit_review', 'discard'],
  pending_review: ['approve', 'approve', 'approve', 'reject', 'withdraw'],
  approved: ['revise'],
  archived: ['restore'],
};

async function review({ device, chance, word }: Scene): Promise<void> {
  await one(await device.documents.find(), chance, async ({ id, status }) => {
    const action = chance.pick(next[status] ?? []);
    await device.act(
      'document',
      id,
      action,
      action === 'approve'
        ? approval(chance, word)
        : action === 'submit_review'
          ? { notes: word() }
          : { reason: word() },
    );
  });
}

/** Every other one is on conditions. */
function approval(chance: Scene['chance'], word: Scene['word']): JsonObject {
  const conditions = chance.below(2) === 0 ? [] : [{ text: word() }, { text: word() }];
  return { notes: word(), ...(conditions.length > 0 ? { conditions } : {}) };
}

/** Also of a version that was replaced meanwhile, and of what somebody else has marked. Who marks the second one does not say what they read. */
async function markCondition({ device, chance, word }: Scene): Promise<void> {
  const conditional = (await device.versions.find()).filter(({ conditions }) => conditions.length > 0);
  await one(conditional, chance, async ({ document_id: document, version, conditions }) => {
    const action = chance.below(3) > 0 ? 'meet_condition' : 'reopen_condition';
    const condition = 1 + chance.below(conditions.length);
    const { condition_marks: marks } = (await device.documents.get(document)) ?? {};
    const read = marks?.filter((each) => each.version === version && each.condition === condition).length ?? 0;
    const seen = condition === 1 ? { seen: read } : {};
    await device.act('document', document, action, { version, condition, note: word(), ...seen });
  });
}

/** Decides on what the tablet shows, also where the office has yet to hear that it was submitted. */
async function decide({ device, chance, word }: Scene): Promise<void> {
  const open = (await device.documents.find()).filter(
    ({ status }) => status === 'draft' || status === 'pending_review',
  );
  await one(open, chance, async ({ id, status }) => {
    if (status === 'draft') await device.act('document', id, 'submit_review', { notes: word() });
    if (chance.below(3) > 0) await device.act('document', id, 'approve', approval(chance, word));
    else await device.act('document', id, 'reject', { reason: word() });
  });
}

async function shelve({ device, chance }: Scene): Promise<void> {
  await one(await device.documents.find(), chance, ({ id, status }) =>
    device.act('document', id, status === 'archived' ? 'restore' : 'archive'),
  );
}

async function sign({ device, chance, word, signed }: Scene): Promise<void> {
  await one(await device.versions.find(), chance, async ({ document_id, version, content_hash }) => {
    const id = await device.sign({
      document_id,
      version,
      worker: { name: word() },
      signature: { kind: 'ink_vector', format: 'ink-v1', width: 600, height: 200, strokes: [stroke] },
    });
    signed.set(id, content_hash);
  });
}

async function settle({ device, chance, word, disputes }: Scene): Promise<void> {
  await one(
    await device.conflicts.find({ state: 'open' }),
    chance,
    async ({ id, field, proposal, record_id: about }) => {
      disputes.set(id, about);
      const isText = ['name', 'title', 'who_at_risk', 'client_name', 'description', 'body'].includes(field);
      const resolution = chance.pick([
        'keep',
        'take',
        isText ? 'write' : 'keep',
        proposal === null ? 'keep' : 'merge',
      ] as const);
      await device.resolveConflict(id, resolution, resolution === 'write' ? word() : undefined);
    },
  );
}

/** Somebody looks at what was refused: gives it up, or sends it again. */
async function answerRefusal({ device, chance }: Scene): Promise<void> {
  await one(await device.outbox.refused(), chance, ({ id }) =>
    chance.below(2) === 0 ? device.outbox.discard(id) : device.outbox.resend(id),
  );
}
