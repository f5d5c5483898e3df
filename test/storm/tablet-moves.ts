/** What people do on a tablet in a storm. Each move sees only what the tablet shows, and leaves a word that nobody else writes. */
import { crc32, deflateSync } from 'node:zlib';
import type { Device } from '../../client-sdk/index.ts';
import type { Chance } from '../kit/clock.ts';
import type { Work } from './orders.ts';

interface Scene {
  readonly device: Device;
  readonly chance: Chance;
  readonly word: string;
  readonly now: number;
}

type Move = (scene: Scene) => Promise<Work | null>;

const holder = { name: 'Rhys Morgan' };
const issuer = { name: 'Sinéad Gallagher' };
const stroke = Array.from({ length: 20 }, (_, i) => [i * 10, (i % 5) * 10, i * 16]);

export const tabletMoves: Readonly<Record<string, Move>> = {
  document: async ({ device, word }) => ({
    word,
    shape: 'record',
    record: await device.documents.create({ title: `Lift ${word}`, document_type: 'rams' }),
  }),
  hazard: (scene) =>
    withOne(scene, drafts(scene), async ({ id }) => ({
      word: scene.word,
      shape: 'record',
      record: await scene.device.hazards.create({ document_id: id, name: scene.word }),
    })),
  section: (scene) =>
    withOne(scene, drafts(scene), async ({ id }) => ({
      word: scene.word,
      shape: 'record',
      record: await scene.device.sections.create({ document_id: id, title: 'Sequence', body: `${scene.word}\nDone.` }),
    })),
  control: (scene) =>
    withOne(scene, scene.device.hazards.find(), async ({ id, controls }) => {
      await scene.device.hazards.patch(id, { controls: [...controls, { description: scene.word }] });
      return { word: scene.word, shape: 'member', record: id };
    }),
  line: (scene) =>
    withOne(scene, scene.device.sections.find(), async ({ id, body }) => {
      const lines = (body ?? '').split('\n');
      await scene.device.sections.patch(id, {
        body: lines.toSpliced(scene.chance.below(lines.length + 1), 0, scene.word).join('\n'),
      });
      return { word: scene.word, shape: 'line', record: id };
    }),
  remove: (scene) =>
    withOne(scene, scene.device.hazards.find(), async (hazard) => {
      await scene.device.hazards.remove(hazard.id);
      return { word: scene.word, shape: 'removal', record: hazard.id, seen: JSON.stringify(hazard) };
    }),
  incident: (scene) =>
    withOne(scene, scene.device.projects.find(), async ({ id }) => ({
      word: scene.word,
      shape: 'record',
      record: await scene.device.reportIncident({
        project_id: id,
        location: scene.word,
        description: 'A panel slipped in its cradle and was caught.',
      }),
    })),
  note: (scene) =>
    withOne(scene, scene.device.incidents.find(), async ({ id }) => {
      await scene.device.act('incident', id, 'note', { text: scene.word });
      return { word: scene.word, shape: 'member', record: id };
    }),
  permit: ({ device, word, now }) =>
    device.permits
      .create({
        permit_type: 'lifting',
        location: word,
        valid_from: new Date(now).toISOString(),
        valid_to: new Date(now + 8 * 3_600_000).toISOString(),
      })
      .then((record) => ({ word, shape: 'record', record })),
  permitStep: (scene) =>
    withOne(scene, scene.device.permits.find(), async ({ id, state, accepted_by: accepted }) => {
      await permitStep(scene.device, id, state, accepted !== null);
      return null;
    }),
  permitAct: (scene) =>
    withOne(scene, scene.device.permits.find(), async ({ id, state }) => {
      const { device, chance, word } = scene;
      const acts = [
        () => device.permits.recordGasTest(id, { o2_percent: 20.9, notes: word }),
        () => device.permits.recordIsolation(id, { system: word }),
        () => device.permits.suspend(id, { reason: word }),
        () => device.permits.handOver(id, { to: { name: 'Ewa Nowak' }, notes: word }),
      ];
      await chance.pick(state === 'open' ? acts : acts.slice(0, 2))();
      return { word, shape: 'member', record: id };
    }),
  review: (scene) =>
    withOne(scene, scene.device.documents.find(), async ({ id, status }) => {
      const { device, word } = scene;
      if (status === 'draft') await device.submitForReview(id, { notes: word });
      else if (status === 'pending_review') await device.act('document', id, 'withdraw', { reason: word });
      else if (status === 'approved') await device.act('document', id, 'revise', { reason: word });
      return null;
    }),
  title: (scene) =>
    withOne(scene, drafts(scene), async ({ id }) => {
      await scene.device.documents.patch(id, { title: `Lift ${scene.word}` });
      return null;
    }),
  approve: (scene) =>
    withOne(scene, scene.device.documents.find({ status: 'pending_review' }), async (shown) => {
      await scene.device.approve(shown.id, { notes: scene.word });
      const after = await scene.device.documents.get(shown.id);
      // It may have changed while the move was made: then nobody knows which of the two was approved.
      if (after?.title !== shown.title) return null;
      return { word: scene.word, shape: 'decision', record: shown.id, seen: shown.title };
    }),
  sign: (scene) =>
    withOne(scene, scene.device.versions.find(), async ({ document_id, version }) => ({
      word: scene.word,
      shape: 'record',
      record: await scene.device.sign({
        document_id,
        version,
        worker: { name: scene.word },
        signature: { kind: 'ink_vector', format: 'ink-v1', width: 600, height: 200, strokes: [stroke] },
      }),
    })),
  photo: (scene) =>
    withOne(scene, scene.device.sites.find(), async ({ id }) => ({
      word: scene.word,
      shape: 'record',
      record: await scene.device.addPhoto({ site_id: id, bytes: pictureWith(scene.word), file_name: scene.word }),
    })),
  settle: (scene) =>
    withOne(scene, scene.device.conflicts.find({ state: 'open' }), async ({ id, proposal }) => {
      const resolution = scene.chance.pick(['keep', 'take', proposal === null ? 'keep' : 'merge'] as const);
      await scene.device.resolveConflict(id, resolution);
      return null;
    }),
};

/** A PNG of one pixel, with the word as its comment, so that each is another file. */
function pictureWith(word: string): Uint8Array {
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
  };
  const size = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  const parts = [
    chunk('IHDR', size),
    chunk('tEXt', Buffer.from(`Comment\0${word}`)),
    chunk('IDAT', deflateSync(new Uint8Array(2))),
    chunk('IEND', new Uint8Array(0)),
  ];
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), ...parts]);
}

async function permitStep({ permits }: Device, id: string, state: string, isAccepted: boolean): Promise<void> {
  const steps: Readonly<Record<string, () => Promise<void>>> = {
    draft: () => permits.request(id, { by: holder }),
    requested: () => permits.authorise(id, { by: issuer }),
    authorised: () => (isAccepted ? permits.open(id, { by: issuer }) : permits.accept(id, { by: holder })),
    suspended: () => permits.resume(id, { by: issuer, revalidated_checks: ['Exclusion zone'] }),
  };
  await steps[state]?.();
}

function drafts({ device }: Scene) {
  return device.documents.find({ status: 'draft' });
}

async function withOne<Shown>(
  { chance }: Scene,
  found: Promise<readonly Shown[]>,
  act: (shown: Shown) => Promise<Work | null>,
): Promise<Work | null> {
  const list = await found;
  return list.length === 0 ? null : act(chance.pick(list));
}
