/** Tells the members of an organisation what has changed, one round at a time; each frame is built once for all who share a place and a view. */
import type { WebSocket } from 'ws';
import { readFeed } from '../../store/records/feed.ts';
import { frameFrom, pokeAt, viewOf, type Frame } from './live-page.ts';
import { readerOf } from '../page.ts';
import type { AuthorisedMember, StreamMembers } from './members.ts';
import type { SyncContext } from '../sync-context.ts';

/** A device with more than this unsent is too slow: it is cut off, and pulls when it comes back. */
const maxBufferedBytes = 64 * 1024;

export function openBroadcast(
  context: Pick<SyncContext, 'commitContext' | 'signingKey'>,
  members: StreamMembers,
): (organisationId: string) => Promise<void> {
  /** Organisations with a round under way; true = something changed meanwhile, so one more round follows. */
  const dirtyByOrganisation = new Map<string, boolean>();

  async function tell(organisationId: string, authorised: readonly AuthorisedMember[]): Promise<void> {
    const readers = authorised.map(({ member, actor }) => ({ member, actor: readerOf(actor, member.want) }));
    const groups = Map.groupBy(readers, ({ member: { cursor }, actor }) => `${cursor ?? ''} ${viewOf(actor)}`);
    for (const group of groups.values()) {
      const [first] = group;
      if (!first) continue;
      const from = first.member.cursor;
      const frame: Frame = from
        ? await frameFrom(context, first.actor, from)
        : { text: pokeAt((await readFeed(context.commitContext.store.db, organisationId))?.seq ?? 0), to: null };
      for (const { member } of group) {
        if (member.cursor === from) {
          member.cursor = frame.to;
          if (frame.text) sendText(member.socket, frame.text);
        } else dirtyByOrganisation.set(organisationId, true); // it has moved meanwhile: once more, from its new place
      }
    }
  }

  return async (organisationId) => {
    if (dirtyByOrganisation.has(organisationId)) return void dirtyByOrganisation.set(organisationId, true);
    try {
      do {
        dirtyByOrganisation.set(organisationId, false);
        await tell(organisationId, await members.authorised(members.of(organisationId)));
      } while (dirtyByOrganisation.get(organisationId));
    } catch {
      // The store is closing; devices reconnect and pull.
    } finally {
      dirtyByOrganisation.delete(organisationId);
    }
  };
}

export function sendText(socket: WebSocket, text: Buffer): void {
  if (socket.bufferedAmount > maxBufferedBytes) socket.terminate();
  else if (socket.readyState === socket.OPEN) socket.send(text, { binary: false });
}
