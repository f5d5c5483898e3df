/**
 * Whose page this is: the user who was signed in when it was loaded. Another tab that signs in or out tells this one, which then forgets
 * what it shows by loading again.
 */
import { dropKept } from './unsaved.ts';

const tabs = new BroadcastChannel('sitefile-session');
let user: string | null = null;
/** Who was here before a sign-in in this tab. */
let last: string | null = null;

export const pageUser = (): string | null => user;

export function setPageUser(id: string): void {
  // What somebody else wrote is neither shown to this one nor sent in their name.
  if (last !== null && last !== id) dropKept();
  user = id;
  last = id;
}

/** After signing in or out in this tab. */
export function tellOtherTabs(): void {
  user = null;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target; it stays within the origin
  tabs.postMessage('changed');
}

/** Once, at the start. `isStillMine` asks the server; the same user who signs in again finds the page as it was. */
export function followOtherTabs(isStillMine: () => Promise<boolean>): void {
  const forget = (): void => location.replace('/office');
  tabs.addEventListener('message', () => {
    if (user === null) forget();
    else void isStillMine().then((isMine) => isMine || forget());
  });
}
