/** How much waits or is under way in each room, as far as its reader may see it, for the rail. */
import type { Me } from '../base/me.ts';
import { rest } from '../base/server.ts';

export type RoomCounts = Readonly<Record<string, number>>;

type Counted = () => Promise<{ readonly meta: { readonly total: number } }>;

const one = { per_page: 1 } as const;

const counted: readonly (readonly [room: string, permission: string, read: Counted])[] = [
  ['settle', 'documents:read', () => rest.listConflicts({ query: { status: 'open', ...one } })],
  ['settle', 'conflicts:write', () => rest.listRefused({ query: { status: 'open', ...one } })],
  [
    'contractors',
    'documents:approve',
    () => rest.listAllSubmissions({ query: { status: 'submitted,under_review', ...one } }),
  ],
  ['permits', 'permits:read', () => rest.listPermits({ query: { status: 'open,suspended,expired', ...one } })],
  [
    'incidents',
    'incidents:read',
    () => rest.listIncidents({ query: { status: 'reported,triaged,investigating,actions_open', ...one } }),
  ],
];

export async function readUnderWay(permissions: Me['permissions']): Promise<RoomCounts> {
  const readable = counted.filter(([, permission]) => permissions.includes(permission));
  const totals = await Promise.all(readable.map(async ([room, , read]) => [room, (await read()).meta.total] as const));
  const counts: Record<string, number> = {};
  for (const [room, total] of totals) counts[room] = (counts[room] ?? 0) + total;
  return counts;
}
