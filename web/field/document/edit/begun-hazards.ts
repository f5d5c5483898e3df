/** Names of hazards that were begun on this tablet and not added yet, by document. */
import { kept, type Beside } from '../../base/kept.ts';

export const begunHazards = kept<Readonly<Record<string, string>>>('hazards begun', {});

export async function keepHazard(document: string, name: string, onlyOwn: Beside): Promise<void> {
  await begunHazards.change(
    ({ [document]: _, ...others }) => (name.trim() === '' ? others : { ...others, [document]: name }),
    onlyOwn,
  );
}
