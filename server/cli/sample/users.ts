/** The users of the sample under their own ids; whoever stands already is left alone. The owner among them is made by an owner's token alone. */
import type { Door } from './door.ts';
import type { Pusher } from './push.ts';
import { sentRecord, type SampleRecord } from './sent.ts';

export async function loadUsers(
  { door, pusher }: { readonly door: Door; readonly pusher: Pusher },
  users: readonly SampleRecord[],
  tell: (line: string) => void,
): Promise<void> {
  const standing = new Set((await door.list('/users')).map(({ id }) => id));
  const missing = users.filter(({ id }) => !standing.has(id));
  await pusher.push(
    missing.map((user) => {
      const { id, active: _active, ...set } = sentRecord(user); // whoever is new is active
      return { kind: 'user', id: String(id), set, what: `user ${String(user['name'])}` };
    }),
  );
  tell(`users … ${missing.length} sent`);
}
