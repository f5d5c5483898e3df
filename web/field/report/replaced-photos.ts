/** Photos that were taken again: noted in the write that replaces them, and dropped before they are sent, also after a restart. */
import { replica } from '../base/device.ts';
import { type Beside, changeKept, readKept } from '../base/kept.ts';
import { replacedKey } from './replaced-key.ts';

interface Replacing {
  /** The photos before and after the change. */
  readonly compare: (before: readonly string[], after: readonly string[]) => void;
  readonly beside: Beside;
}

/** For one change of what photos belong to: `beside` notes those that it leaves out. */
export function replacing(): Replacing {
  let gone: readonly string[] = [];
  return {
    compare: (before, after) => (gone = before.filter((id) => !after.includes(id))),
    beside: {
      key: replacedKey,
      change: (before) => {
        const all = [...((before ?? []) as readonly string[]), ...gone]; // only this file writes them
        return all.length > 0 ? all : undefined;
      },
    },
  };
}

export async function dropReplaced(): Promise<void> {
  for (const id of (await readKept<readonly string[]>(replacedKey)) ?? []) {
    await replica().photos.dropUnused(id);
    await changeKept<readonly string[]>(replacedKey, (before = []) => {
      const left = before.filter((each) => each !== id);
      return left.length > 0 ? left : undefined;
    });
  }
}
