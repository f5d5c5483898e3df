/** The documents of what is listed under To settle, by id. */
import type { Rest } from '../base/attempt.ts';
import { everyRow } from '../base/every-row.ts';
import { useLoaded } from '../base/loaded.ts';
import { rest } from '../base/server.ts';

export type ListedDocument = Awaited<ReturnType<Rest['listDocuments']>>['data'][number];

export function useItsDocuments(isNeeded: boolean): ReadonlyMap<string, ListedDocument> {
  const read = useLoaded(`documents to settle ${isNeeded}`, async () =>
    isNeeded ? (await everyRow((query) => rest.listDocuments({ query }))).data : [],
  );
  return new Map(read.value?.map((each) => [each.id, each]));
}
