/** The devices that listen to the stream, by organisation, and whether their tokens still allow it. */
import type { WebSocket } from 'ws';
import { may, type Actor } from '../../../shared/model/access.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { Wanted } from '../../../shared/sync/sync.ts';
import type { Caller } from '../../auth/auth.ts';
import { TokenWindows, type FrameWindow } from '../../base/frame-window.ts';
import type { Authentication } from '../../http/authentication.ts';

export interface Member {
  readonly socket: WebSocket;
  readonly organisationId: string;
  readonly caller: Caller;
  /** The current actor; throws `unauthenticated` or `forbidden`. */
  readonly identify: () => Promise<Actor>;
  readonly address: string | undefined;
  /** The device's place in the feed, as far as the server knows; null = it has to pull. */
  cursor: string | null;
  readonly want: Wanted | undefined;
  /** Resolves when its messages so far are answered. */
  working: Promise<void>;
  /** It has answered every ping so far. */
  isAlive: boolean;
  /** The document that is open there; undefined = it never said. */
  here: string | null | undefined;
  /** The entry of it that has the focus there. */
  entry: string | null;
}

export interface AuthorisedMember {
  readonly member: Member;
  readonly actor: Actor;
}

export class StreamMembers {
  readonly #windows = new TokenWindows();
  readonly #membersByOrganisation = new Map<string, Set<Member>>();
  readonly #authenticateAll: Authentication['authenticateAll'];

  constructor(authenticateAll: Authentication['authenticateAll']) {
    this.#authenticateAll = authenticateAll;
  }

  /** Until its socket closes. */
  add(organisationId: string, member: Member): void {
    const members = this.#membersByOrganisation.get(organisationId) ?? new Set();
    this.#membersByOrganisation.set(organisationId, members.add(member));
    member.socket.once('close', () => {
      members.delete(member);
      if (members.size === 0) this.#membersByOrganisation.delete(organisationId);
    });
  }

  /** What all streams of its token have sent. */
  framesOf({ socket, organisationId }: Member, tokenId: string): FrameWindow {
    const { window, leave } = this.#windows.enter(`${organisationId} ${tokenId}`);
    socket.once('close', leave);
    return window;
  }

  of(organisationId: string): readonly Member[] {
    return [...(this.#membersByOrganisation.get(organisationId) ?? [])];
  }

  all(): readonly Member[] {
    return [...this.#membersByOrganisation.values()].flatMap((members) => [...members]);
  }

  /** Those whose tokens are still good; closes the streams of the others. */
  async authorised(members: readonly Member[]): Promise<AuthorisedMember[]> {
    if (members.length === 0) return [];
    const actors = await this.#authenticateAll(members.map(({ caller }) => caller));
    return members.flatMap((member, i) => {
      const { socket } = member;
      const actor = actors[i];
      if (!actor || actor instanceof Problem) socket.close(4401, 'the token is no longer valid');
      else if (!may(actor, 'sync')) socket.close(4403, 'the token may not sync any more');
      else return [{ member, actor }];
      return [];
    });
  }
}
