/** Tablets and the copies of them: they made the same commands until then, so the server's answers belong to all of them together. */
import type { OutboxItem } from '../../../client-sdk/outbox.ts';
import type { Day } from './day.ts';
import type { Taken } from './history.ts';
import type { Tablet } from './tablet.ts';

export interface Family {
  readonly name: string;
  readonly tablets: readonly Tablet[];
  /** Every command that one of them kept for the server. */
  readonly made: readonly OutboxItem[];
  /** What the server answered to them; also refusals that it has lost since. */
  readonly taken: readonly Taken[];
}

export function familiesOf({ tablets, history }: Pick<Day, 'tablets' | 'history'>): Family[] {
  const known = new Set(history.taken.map(({ id }) => id));
  const lost = [...history.lostRefusals.values()].filter(({ id }) => !known.has(id));
  const all = [...history.taken, ...lost];
  return [...Map.groupBy(tablets, ({ device }) => device.deviceId)].map(([deviceId, members]) => ({
    name: members.map(({ parts }) => parts.name).join(' and '),
    tablets: members,
    made: byId(members.flatMap(({ made }) => [...made.values()])),
    taken: all.filter(({ author }) => author?.device === deviceId),
  }));
}

/** Each once. */
export function byId<Item extends { readonly id: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}
