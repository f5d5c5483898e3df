/**
 * What a device does on every storage that it can have, as programs that need nothing but a server: Node runs them on memory and on a
 * file, a real Chromium on IndexedDB (contract, Devices).
 */
import { sameJson } from '../../shared/canonical.ts';
import type { Json } from '../../shared/json.ts';
import type { Device } from '../../client-sdk/index.ts';
import { ink } from './support/ink.ts';
import { approvedDocument, draftWithHazard } from './support/site-day.ts';

export interface Site {
  /** Opens the replica of that name, the same one again after a `close`. */
  readonly open: (name: string) => Promise<Device>;
}

/** Where something is not as it should be, it is thrown; a page has no test runner. */
function is(found: unknown, wanted: Json): void {
  if (sameJson(found as Json, wanted)) return; // compared as JSON, whatever it is
  throw new Error(`found ${JSON.stringify(found)}, wanted ${JSON.stringify(wanted)}`);
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'came through',
    ({ code, fault }: { code?: string; fault?: string }) => code ?? fault ?? 'no code',
  );
}

export const behaviours: Readonly<Record<string, (site: Site) => Promise<void>>> = {
  '[DV1] what was done offline is there when the replica is opened again': async ({ open }) => {
    const first = await open('ann');
    const { documentId, hazardId } = await draftWithHazard(first);
    await first.hazards.patch(hazardId, { name: 'Falling truss' });
    await first.close();
    const ann = await open('ann');
    is(
      (await ann.outbox.list()).map(({ id, op }) => [id, op]),
      [
        [1, 'create'],
        [2, 'create'],
        [3, 'patch'],
      ],
    );
    is(
      (await ann.hazards.find({ document_id: documentId })).map(({ name }) => name),
      ['Falling truss'],
    );
    is((await ann.sync()).pushed, 3);
    is(ann.status.waiting, 0);
    await ann.close();
  },

  '[DV3] a wrong edit fails at once and leaves nothing behind': async ({ open }) => {
    const ann = await open('ann');
    is(await codeOf(ann.documents.create({ title: '', document_type: 'rams' })), 'validation_failed');
    is(ann.status.waiting, 0);
    await ann.close();
  },

  '[DV5] entries follow a new order, and keep it on the server': async ({ open }) => {
    const ann = await open('ann');
    const { documentId, hazardId } = await draftWithHazard(ann);
    const second = await ann.hazards.create({ document_id: documentId, name: 'Dust' });
    await ann.reorder(documentId, 'hazard', [second, hazardId]);
    await ann.sync();
    const tom = await open('tom');
    await tom.sync();
    is(
      (await tom.hazards.find({ document_id: documentId })).map(({ name, position }) => [name, position]),
      [
        ['Dust', 1],
        ['Falling load', 2],
      ],
    );
    await tom.close();
    await ann.close();
  },

  '[DV7] edits of different fields both stand, and of one field the first, with a conflict that can be settled':
    async ({ open }) => {
      const [ann, tom] = [await open('ann'), await open('tom')];
      const { hazardId } = await draftWithHazard(ann);
      await ann.sync();
      await tom.sync();
      await ann.hazards.patch(hazardId, { name: 'Falling truss' });
      await tom.hazards.patch(hazardId, { likelihood_before: 4 });
      await ann.sync();
      await tom.sync();
      is((await tom.hazards.get(hazardId))?.name, 'Falling truss');
      is(await tom.conflicts.find(), []);
      await tom.hazards.patch(hazardId, { name: 'Swinging load' });
      await ann.hazards.patch(hazardId, { name: 'Falling slab' });
      await ann.sync();
      await tom.sync();
      is((await tom.hazards.get(hazardId))?.name, 'Falling slab');
      const [conflict] = await tom.conflicts.find();
      await tom.settle(conflict?.id ?? '', 'take');
      await tom.sync();
      is((await tom.hazards.get(hazardId))?.name, 'Swinging load');
      await tom.close();
      await ann.close();
    },

  '[DV12] a refused change is kept with its reason, over a restart too, and can be resent or discarded': async ({
    open,
  }) => {
    const [ann, tom] = [await open('ann'), await open('tom')];
    const { documentId, hazardId } = await draftWithHazard(tom);
    await tom.sync();
    await ann.sync();
    await tom.submitForReview(documentId);
    await tom.sync();
    await ann.hazards.patch(hazardId, { name: 'Falling truss' });
    await ann.hazards.create({ document_id: documentId, name: 'Dust' });
    is((await ann.sync()).refused, 2);
    await ann.close();
    const again = await open('ann');
    is(
      (await again.outbox.refused()).map(({ reason }) => reason?.code),
      ['document_locked', 'document_locked'],
    );
    await tom.act('document', documentId, 'withdraw');
    await tom.sync();
    await again.sync();
    const [patch, create] = await again.outbox.refused();
    await again.outbox.resend(patch?.id ?? 0);
    await again.outbox.discard(create?.id ?? 0);
    is((await again.sync()).refused, 0);
    is(
      (await again.hazards.find({ document_id: documentId })).map(({ name }) => name),
      ['Falling truss'],
    );
    is(again.status.refused, 0);
    await again.close();
    await tom.close();
  },

  '[DV25] sign-offs form one chain over a restart, and log-out refuses until they are delivered': async ({ open }) => {
    const first = await open('ann');
    const { documentId } = await approvedDocument(first);
    const one = await first.sign({ document_id: documentId, worker: { name: 'Jan' }, signature: ink() });
    await first.close();
    const ann = await open('ann');
    const two = await ann.sign({ document_id: documentId, worker: { name: 'Ola' }, signature: ink() });
    is(
      (await ann.signoffs.get(two))?.integrity?.previous_on_device,
      (await ann.signoffs.get(one))?.integrity?.payload_hash ?? 'a seal',
    );
    is(await codeOf(ann.logOut()), 'unsent_work');
    await ann.sync();
    is(
      (await ann.signoffs.find()).map(({ currency, unsent }) => [currency, unsent]),
      [
        ['current', false],
        ['current', false],
      ],
    );
    await ann.logOut();
    const nobody = await open('ann');
    is(await nobody.signoffs.find(), []);
    await nobody.close();
  },

  '[DV65] unsent work moves to another device under a passphrase': async ({ open }) => {
    const [ann, tom] = [await open('ann'), await open('tom')];
    const { hazardId } = await draftWithHazard(ann);
    const text = await ann.outbox.exportUnsent({ passphrase: 'correct horse battery' });
    is((await tom.outbox.importUnsent(text, 'correct horse battery')).taken, [1, 2]);
    is((await tom.sync()).refused, 0);
    is((await ann.sync()).refused, 0);
    is(
      (await ann.hazards.find()).map(({ id, unsent }) => [id, unsent]),
      [[hazardId, false]],
    );
    await ann.close();
    await tom.close();
  },

  '[DV68] limits leave out the oldest documents, and wider ones fetch them again': async ({ open }) => {
    const ann = await open('ann');
    for (let i = 0; i < 3; i++) await draftWithHazard(ann);
    await ann.sync();
    await ann.close();
    const narrow = await open('ann with 4 rows');
    await narrow.sync();
    is([(await narrow.documents.find()).length, narrow.status.rows], [2, 4]);
    await narrow.close();
    const wide = await open('ann with 6 rows');
    await wide.sync();
    is((await wide.documents.find()).length, 3);
    await wide.close();
  },
};

/** A name may end in `with n rows`: the same replica as without, under that limit. */
export function readName(name: string): { readonly name: string; readonly keep?: { readonly maxRows: number } } {
  const [, before, rows] = /^(.*) with (\d+) rows$/.exec(name) ?? [];
  return before === undefined ? { name } : { name: before, keep: { maxRows: Number(rows) } };
}
