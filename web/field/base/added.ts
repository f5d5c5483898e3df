/** People whom a briefer added to a crew on this tablet, by document; kept here until they sign. */
import type { Added } from './crew.ts';
import { kept } from './kept.ts';

export const addedPeople = kept<Readonly<Record<string, readonly Added[]>>>('crews', {});

export function addToCrew(documentId: string, person: Added): Promise<void> {
  return addedPeople.change((before) => ({ ...before, [documentId]: [...(before[documentId] ?? []), person] }));
}
