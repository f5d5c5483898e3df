/** Reads events in the order of their sequence, a page at a time. */
import { listEventsAfter } from '../store/records/events.ts';
import type { Store } from '../store/store.ts';
import type { EventTable } from '../store/tables/tables.ts';

export interface EventReader {
  /** The next event at or before this place; null if there is none, and it waits for a later call. */
  next(upTo: number): Promise<EventTable | null>;
}

const perPage = 500;

/** Events after `from`, up to `end`. */
export function openEventReader(db: Store['db'], orgId: string, from: number, end: number): EventReader {
  let page: readonly EventTable[] = [];
  let [place, last, isComplete] = [0, from, false];
  return {
    async next(upTo) {
      if (place === page.length && !isComplete) {
        page = (await listEventsAfter(db, orgId, last, perPage)).filter(({ seq }) => seq <= end);
        [place, last, isComplete] = [0, page.at(-1)?.seq ?? last, page.length < perPage];
      }
      const event = page[place];
      if (!event || event.seq > upTo) return null;
      place++;
      return event;
    },
  };
}
