/** The frame of the office: rail at the side, or bar at the foot on phones, and the screen. */
import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Mark } from '../../ui/mark.tsx';
import { useLoaded } from '../base/loaded.ts';
import { go } from '../base/place.ts';
import { rest, signIn } from '../base/server.ts';
import { useWork } from '../base/work.ts';

const rooms: readonly (readonly [room: string, word: string, icon: IconName, href: string])[] = [
  ['documents', 'Documents', 'file-text', '/office/documents'],
  ['settings', 'Settings', 'settings', '/office/settings/webhooks'],
];

export function Frame({ room, children }: { readonly room: string; readonly children: ComponentChildren }) {
  const me = useLoaded('me', () => rest.getMe());
  const leaving = useWork();
  const signOut = () =>
    leaving.run(async () => {
      await signIn.endSession({ session: 'current' });
      go('/office/sign-in');
    });
  const name = me.value?.actor.name ?? '';
  return (
    <div class="frame">
      <a class="skip" href="#screen">
        Skip to the screen
      </a>
      <aside aria-label="Sitefile" class="rail">
        <a class="brand" href="/office">
          <Mark size={26} /> Sitefile
        </a>
        <nav aria-label="Office">
          {rooms.map(([each, word, icon, href]) => (
            <a aria-current={each === room ? 'page' : undefined} href={href} key={each}>
              <Icon name={icon} /> {word}
            </a>
          ))}
          <button class="rail-out" onClick={() => void signOut()} type="button">
            <Icon name="log-out" /> Sign out
          </button>
        </nav>
        <div class="person">
          <span aria-hidden="true" class="initials">
            {name
              .split(' ')
              .map((part) => part.charAt(0))
              .slice(0, 2)
              .join('')}
          </span>
          <span>
            <b>{name}</b>
            <br />
            {me.value?.organisation.name}
          </span>
        </div>
      </aside>
      <div class="screen" id="screen" tabIndex={-1}>
        {children}
      </div>
    </div>
  );
}
