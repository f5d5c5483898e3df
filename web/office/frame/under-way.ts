/** How much waits or is under way in each room, as far as its reader may see it, for the rail. */
import { mayReview, readHandedIn } from './handed-in.ts';
import type { Me } from '../base/me.ts';
import { rest } from '../base/server.ts';

export type RoomCounts = Readonly<Record<string, number>>;

type Counted = (me: Me) => Promise<{ readonly meta: { readonly total: number } }>;

const one = { per_page: 1 } as const;

const counted: readonly (readonly [room: string, permission: string, read: Counted])[] = [
  ['settle', 'documents:read', () => rest.listConflicts({ query: { status: 'open', ...one } })],
  ['settle', 'conflicts:write', () => rest.listRefused({ query: { status: 'open', ...one } })],
  ['contractors', 'documents:approve', countReviewable],
  ['permits', 'permits:read', () => rest.listPermits({ query: { status: 'open,suspended,expired', ...one } })],
  [
    'incidents',
    'incidents:read',
    () => rest.listIncidents({ query: { status: 'reported,triaged,investigating,actions_open', ...one } }),
  ],
];

/** As home has them. */
async function countReviewable(me: Me): ReturnType<Counted> {
  const { data } = await readHandedIn();
  const settings = data.length > 0 ? (await rest.getOrganisation()).settings : undefined;
  return { meta: { total: data.filter((each) => mayReview(each, me, settings)).length } };
}

/** `me` is undefined until it is known whose page it is. */
export async function readUnderWay(me: Me | undefined): Promise<RoomCounts> {
  if (!me) return {};
  const readable = counted.filter(([, permission]) => me.permissions.includes(permission));
  const totals = await Promise.all(
    readable.map(async ([room, , read]) => [room, (await read(me)).meta.total] as const),
  );
  const counts: Record<string, number> = {};
  for (const [room, total] of totals) counts[room] = (counts[room] ?? 0) + total;
  return counts;
}
