/**
 * Photos that must not be sent: noted in the write that replaces them, and dropped before they are sent, also after a restart. So is one
 * that is being stored, until the write that gives it to what it belongs to.
 */
import type { PhotoArguments } from '../../../client-sdk/base/waiting-photo.ts';
import { begunId } from '../base/clock.ts';
import { begun, replica } from '../base/device.ts';
import { type Beside, changeKept, readKept } from '../base/kept.ts';
import { replacedKey, takenKey } from './replaced-key.ts';

type Ids = readonly string[];

/** What this tab is storing, and has given to nothing yet. */
const underWay = new Set<string>();

interface Replacing {
  /** The photos before and after the change. */
  readonly compare: (before: Ids, after: Ids) => void;
  readonly beside: readonly Beside[];
}

/** For one change of what photos belong to: `beside` notes those that it leaves out, and frees those that it adds. */
export function replacing(): Replacing {
  let gone: Ids = [];
  let added: Ids = [];
  return {
    compare: (before, after) => {
      gone = without(before, after);
      added = without(after, before);
    },
    beside: [
      { key: replacedKey, change: (before) => listOf([...idsOf(before), ...gone]) },
      {
        key: takenKey,
        change: (before) => {
          const taken = idsOf(before);
          for (const id of added)
            if (underWay.delete(id) && !taken.includes(id))
              throw new Error('Another tab has dropped this photo at its start.');
          return listOf(without(taken, added));
        },
      },
    ],
  };
}

/**
 * Stores a photo. `give` adds it to what it belongs to, by `replacing`. Whatever ends in between, it is dropped. Throws where it cannot be
 * stored, or what it belongs to is not there any more.
 */
export async function storePhoto(
  photo: PhotoArguments,
  give: (id: string, sha256: string | null) => unknown,
): Promise<void> {
  const id = begunId();
  underWay.add(id);
  let isGiven = false;
  try {
    await changeKept(takenKey, (before) => [...idsOf(before), id]);
    await replica().addPhoto({ ...photo, id });
    const stored = replica().photos.list();
    await give(id, stored.find((each) => each.id === id)?.sha256 ?? null);
    isGiven = !underWay.has(id);
    if (!isGiven) throw new Error('Nothing has this photo any more.');
  } finally {
    underWay.delete(id);
    if (!isGiven) await giveUp(() => [id]).catch(() => undefined); // the next start does
    void dropReplaced().catch(() => undefined); // the next start tries again
  }
  // Sync has met it when it was withheld.
  if (begun.value) void begun.value.sync().catch(() => undefined);
}

/** What was being stored when the tablet was killed belongs to nothing. */
export async function dropAtStart(): Promise<void> {
  await giveUp((taken) => taken.filter((id) => !underWay.has(id)));
  await dropReplaced();
}

export async function dropReplaced(): Promise<void> {
  for (const id of idsOf(await readKept(replacedKey))) {
    await replica().photos.dropUnused(id);
    await changeKept(replacedKey, (before) => listOf(without(idsOf(before), [id])));
  }
}

/** `choose` = which of those that are being taken; or others, that are not noted as such any more. */
async function giveUp(choose: (taken: Ids) => Ids): Promise<void> {
  let over: Ids = [];
  const change = (before: unknown): Ids | undefined => {
    const taken = idsOf(before);
    over = choose(taken);
    return listOf(without(taken, over));
  };
  const beside = { key: replacedKey, change: (before: unknown) => listOf([...idsOf(before), ...over]) };
  await changeKept(takenKey, change, beside);
}

function idsOf(kept: unknown): Ids {
  return (kept ?? []) as Ids; // only this file writes them
}

function listOf(ids: Ids): Ids | undefined {
  return ids.length > 0 ? ids : undefined;
}

function without(ids: Ids, others: Ids): Ids {
  return ids.filter((id) => !others.includes(id));
}
