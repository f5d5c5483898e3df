/** The frame of the office: rail at the side, or bar at the foot on phones, and the screen. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Initials } from '../../ui/initials.tsx';
import { skip } from '../../ui/title.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Mark } from '../../ui/mark.tsx';
import { useLive, useLoaded } from '../base/loaded.ts';
import { startLive } from '../base/live.ts';
import { MeContext, type Me } from '../base/me.ts';
import { setPageUser } from '../base/page-user.ts';
import { useAddress } from '../base/place.ts';
import { rest, signIn } from '../base/server.ts';
import { signOut } from '../base/sign-out.ts';
import { useWork } from '../base/work.ts';
import { OfficeKeys } from './keys.tsx';
import { ClockNote } from './clock-note.tsx';
import { LinkBanner } from './link-banner.tsx';
import { FoldButton, useFoldedClass } from './pane.tsx';
import { rooms, type Room } from './rooms.ts';
import { readUnderWay, type RoomCounts } from './under-way.ts';

const none: Me['permissions'] = [];

export function Frame({ room, children }: { readonly room: string; readonly children: ComponentChildren }) {
  const me = useLoaded('me', async () => {
    const found = await rest.getMe();
    setPageUser(found.actor.id);
    return found;
  });
  const user = me.value?.actor.id;
  const permissions = me.value?.permissions ?? none;
  const hasStream = permissions.includes('sync');
  useEffect(() => (user === undefined ? undefined : startLive(user, hasStream)), [user, hasStream]);
  const underWay = useLive(`under way ${user} ${permissions.join(' ')}`, () => readUnderWay(me.value));
  const waiting: RoomCounts = underWay.value ?? {};
  const [isMore, setMore] = useState(false);
  const { pathname } = useAddress();
  useEffect(() => setMore(false), [pathname]);
  // A screen reads nothing until it is known whose page it is: signed out, the server refuses one request, and not each of the screen's.
  const isKnown = me.value !== undefined || me.failure !== null;
  const shown = rooms.filter(({ permission }) => me.value?.permissions.includes(permission) ?? true);
  const name = me.value?.actor.name ?? '';
  return (
    <MeContext.Provider value={me.value}>
      <div class="frame">
        <a class="skip" href="#screen" onClick={skip}>
          Skip to the screen
        </a>
        <aside aria-label="Sitefile" class={`rail${useFoldedClass('rooms')}`}>
          <FoldButton pane="rooms" />
          <a class="brand" href="/office">
            <Mark size={26} /> Sitefile
          </a>
          <nav aria-label="Office">
            {shown.map((each) => (
              <RoomLink key={each.room} room={each} isHere={each.room === room} waiting={waiting[each.room]} />
            ))}
            <button aria-haspopup="dialog" class="more" onClick={() => setMore(true)} type="button">
              <Icon name="list" /> More
            </button>
          </nav>
          <div class="person">
            <Initials name={name} />
            <span>
              <b>{name}</b>
              <br />
              {me.value?.organisation.name}
            </span>
          </div>
          <SignOut />
        </aside>
        <div class="screen" id="screen" tabIndex={-1}>
          <LinkBanner />
          <ClockNote />
          {isKnown && children}
        </div>
      </div>
      {isMore && (
        <Dialog onClose={() => setMore(false)} title={name || 'More'}>
          <nav aria-label="More" class="more-rooms">
            {shown
              .filter(({ inBar }) => !inBar)
              .map((each) => (
                <RoomLink key={each.room} room={each} isHere={each.room === room} waiting={waiting[each.room]} />
              ))}
          </nav>
          <SignOut />
        </Dialog>
      )}
      <OfficeKeys />
    </MeContext.Provider>
  );
}

const waitingWords: Readonly<Record<string, string>> = { settle: 'to settle', contractors: 'to review' };

function RoomLink({
  room: { room, word, icon, href, inBar },
  isHere,
  waiting = 0,
}: {
  readonly room: Room;
  readonly isHere: boolean;
  /** How much waits there, or is under way. */
  readonly waiting?: number | undefined;
}) {
  return (
    <a
      aria-current={isHere ? 'page' : undefined}
      class={inBar ? 'in-bar' : undefined}
      href={href}
      title={waiting > 0 ? `${waiting} ${waitingWords[room] ?? 'under way'}` : undefined}
    >
      <Icon name={icon} /> {word}
      {waiting > 0 && (
        <span aria-hidden="true" class={room === 'settle' ? 'waiting care' : 'waiting'}>
          {waiting}
        </span>
      )}
    </a>
  );
}

function SignOut() {
  const leaving = useWork();
  const leave = () => leaving.run(() => signOut((ask) => signIn.endSession({ session: 'current', ...ask })));
  return (
    <Button busy={leaving.isBusy} icon="log-out" look="bare" onClick={leave}>
      Sign out
    </Button>
  );
}
