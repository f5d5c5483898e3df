/** Live lists: updated incrementally, and always equal to a fresh read (contract, Devices). */
import { BehaviorSubject, filter, firstValueFrom, timeout } from 'rxjs';
import { expect, test } from 'vitest';
import type { Device } from '../../../client-sdk/index.ts';
import type { ViewKind } from '../../../client-sdk/view/kinds.ts';
import type { Filter, ReadView } from '../../../client-sdk/views.ts';
import { sameJson } from '../../../shared/crypto/canonical.ts';
import type { Json } from '../../../shared/base/json.ts';
import { openChance, type Chance } from '../../kit/clock.ts';
import { ink } from '../support/ink.ts';
import { approvedDocument, draftWithHazard } from '../support/site-day.ts';
import { openSite, type Ground } from './site.ts';

const moves = 14;

export function lists(ground: Ground): void {
  test.each([1, 2])('[DV131] a live list always equals a fresh read: seed %i', async (seed) => {
    await using site = await openSite(ground);
    const chance = openChance(seed);
    const [tom, ann] = [await site.device(), await site.device()];
    const [{ documentId }, { documentId: otherId }] = [await draftWithHazard(tom), await draftWithHazard(tom)];
    const approved = await approvedDocument(tom);
    await ann.sync();
    const open = [
      openList(ann.hazards, { document_id: documentId }),
      openList(ann.hazards, {}),
      openList(ann.hazards, { severity_before: 5 }),
      openList(ann.documents, {}),
      openList(ann.signoffs, { document_id: approved.documentId }),
    ];
    const beginnings = [
      () => ann.sync(),
      () => ann.sign({ document_id: approved.documentId, worker: { name: 'Ola' }, signature: ink() }),
      () => approveAgain(tom, approved.documentId),
    ];
    for (const begin of beginnings) {
      await begin();
      for (let move = 0; move < moves; move++) {
        await change(chance.pick([tom, ann, ann]), chance.pick([documentId, otherId]), move, chance);
        for (const device of chance.pick([[], [tom], [ann], [tom, ann]])) await device.sync();
        for (const list of open) await list.isFresh();
      }
    }
    await tom.sync();
    await ann.sync();
    for (const list of open) {
      await list.isFresh();
      list.end();
    }
    expect(await ann.signoffs.find({ document_id: approved.documentId })).toMatchObject([{ currency: 'superseded' }]);
  });
}

interface OpenList {
  /** Resolves when it equals a fresh read. */
  isFresh(): Promise<void>;
  end(): void;
}

function openList<Kind extends ViewKind>(view: ReadView<Kind>, wanted: Filter<Kind>): OpenList {
  const shown$ = new BehaviorSubject<readonly unknown[]>([]);
  const following = view.watch(wanted).subscribe((list) => shown$.next(list));
  return {
    isFresh: async () => {
      const fresh: readonly unknown[] = await view.find(wanted);
      const isSame = (list: readonly unknown[]): boolean => sameJson(list as Json, fresh as Json); // records are JSON
      await firstValueFrom(shown$.pipe(filter(isSame), timeout({ first: 10_000 })));
    },
    end: () => following.unsubscribe(),
  };
}

/** Makes earlier sign-offs superseded. */
async function approveAgain(device: Device, documentId: string): Promise<void> {
  await device.act('document', documentId, 'revise');
  await device.submitForReview(documentId);
  await device.act('document', documentId, 'approve');
  await device.sync();
}

/** A random change to the hazards of a draft. */
async function change(device: Device, documentId: string, move: number, chance: Chance): Promise<void> {
  const hazards = await device.hazards.find({ document_id: documentId });
  const ids = hazards.map(({ id }) => id);
  const [id] = ids.length > 0 ? [chance.pick(ids)] : [];
  const doing = chance.below(6);
  if (id === undefined || doing === 0) await device.hazards.create({ document_id: documentId, name: `Hazard ${move}` });
  else if (doing === 1) await device.hazards.remove(id);
  else if (doing === 2) await device.reorder(documentId, 'hazard', ids.toReversed());
  else if (doing === 3) await device.hazards.patch(id, { severity_before: 1 + chance.below(5) });
  else if (doing === 4) await device.documents.patch(documentId, { title: `Lift ${move}` });
  else await device.hazards.patch(id, { name: `Renamed ${move}` });
}
