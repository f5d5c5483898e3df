/**
 * Who has a document open, as their streams say (contract, Web, WB25): told to those who have it open too and may read it, and to nobody else.
 * Kept in memory for as long as a stream is open; neither stored nor part of the log.
 */
import { Buffer } from 'node:buffer';
import type { Actor } from '../../../shared/model/access.ts';
import { liveOf } from '../../../shared/model/record.ts';
import type { PresentFrame } from '../../../shared/sync/presence.ts';
import { mayRead } from '../../../shared/visible.ts';
import { toRecord } from '../../commit/record-rows.ts';
import { loadByIds } from '../../store/records/records.ts';
import { sendText } from './broadcast.ts';
import { scopesOfActor } from '../page.ts';
import type { AuthorisedMember, Member, StreamMembers } from './members.ts';
import type { SyncContext } from '../sync-context.ts';

export interface Presence {
  /** `documentId` null = the member is in no document any more; `entryId` null = at none of its entries. */
  move(member: Member, documentId: string | null, entryId: string | null): void;
  /** Tells everybody again whose list has changed without a coming or going: a token may have lost the project, or a person been renamed. */
  check(): Promise<void>;
}

export function openPresence({ commitContext }: Pick<SyncContext, 'commitContext'>, members: StreamMembers): Presence {
  /** By organisation and document: a round under way; true = somebody came or went meanwhile, so one more follows. */
  const dirtyByPlace = new Map<string, boolean>();
  /** The last frame of each. */
  const shown = new WeakMap<Member, string>();

  async function tell(organisationId: string, documentId: string): Promise<void> {
    const here = members.of(organisationId).filter((member) => member.here === documentId);
    const authorised = await members.authorised(here);
    const [row] = await loadByIds(commitContext.store.db, organisationId, [documentId]);
    if (!row || !liveOf(toRecord(row), 'document')) return;
    const readers = authorised.filter(({ actor }) => mayReadIn(actor, row.project_id));
    for (const { member, actor } of readers) show(member, documentId, othersOf(actor, readers));
    // Who may not read it any more is told of nobody, and keeps no list.
    const outside = here.filter((each) => !readers.some(({ member }) => member === each));
    for (const member of outside) if (shown.has(member)) show(member, documentId, []);
  }

  /** Only what differs from the last frame. */
  function show(member: Member, document: string, people: PresentFrame['people']): void {
    const text = JSON.stringify({ type: 'present', document, people } satisfies PresentFrame);
    if (shown.get(member) === text) return;
    shown.set(member, text);
    sendText(member.socket, Buffer.from(text));
  }

  async function round(organisationId: string, documentId: string): Promise<void> {
    const place = `${organisationId} ${documentId}`;
    if (dirtyByPlace.has(place)) return void dirtyByPlace.set(place, true);
    try {
      do {
        dirtyByPlace.set(place, false);
        await tell(organisationId, documentId);
      } while (dirtyByPlace.get(place));
    } catch {
      // The store is closing, and the streams with it.
    } finally {
      dirtyByPlace.delete(place);
    }
  }

  function move(member: Member, documentId: string | null, entryId: string | null): void {
    const { here: before, organisationId } = member;
    if (before === undefined) member.socket.once('close', () => move(member, null, null));
    // Who comes back is told again: what they were shown before is gone with the page.
    if (before !== documentId) shown.delete(member);
    member.here = documentId;
    member.entry = entryId;
    if (before && before !== documentId) void round(organisationId, before);
    if (documentId) void round(organisationId, documentId);
  }

  return {
    move,
    check: async () => {
      const places = members.all().flatMap(({ organisationId, here }) => (here ? [`${organisationId} ${here}`] : []));
      for (const place of new Set(places)) {
        const [organisationId = '', documentId = ''] = place.split(' ');
        await round(organisationId, documentId);
      }
    },
  };
}

function mayReadIn(actor: Actor, projectId: string | null): boolean {
  return mayRead('document', actor) && (scopesOfActor(actor)?.includes(projectId ?? '') ?? true);
}

/** Each person once, in however many windows; never oneself. */
function othersOf(actor: Actor, readers: readonly AuthorisedMember[]): PresentFrame['people'] {
  const others = Map.groupBy(
    readers.filter(({ actor: other }) => other.id !== actor.id),
    ({ actor: { id } }) => id,
  );
  return [...others.values()]
    .map((windows) => ({
      name: windows.at(-1)?.actor.name ?? '',
      entry: windows.findLast(({ member }) => member.entry !== null)?.member.entry,
    }))
    .map(({ name, entry }) => (entry ? { name, entry } : { name }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
