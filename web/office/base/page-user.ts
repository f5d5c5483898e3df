/**
 * Whose page this is: the user who was signed in when it was loaded. Another tab that signs in or out tells this one, which then forgets
 * what it shows by loading again.
 */
import { loadAnew } from './place.ts';
import { giveUpUnsaved } from './unsaved.ts';

const tabs = new BroadcastChannel('sitefile-session');
let user: string | null = null;

export const pageUser = (): string | null => user;

export function setPageUser(id: string): void {
  user = id;
}

/**
 * After signing in or out in this tab: other tabs are told, and the page is loaded anew. What it held of one person, such as a change that
 * waits, or that could be undone, ends with it, and is neither shown to the next nor sent in their name.
 */
export function startAnew(href: string): void {
  giveUpUnsaved();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target; it stays within the origin
  tabs.postMessage('changed');
  loadAnew(href);
}

/** Once, at the start. `isStillMine` asks the server; the same user who signs in again finds the page as it was. */
export function followOtherTabs(isStillMine: () => Promise<boolean>): void {
  const forget = (): void => loadAnew('/office');
  tabs.addEventListener('message', () => {
    if (user === null) forget();
    else void isStillMine().then((isMine) => isMine || forget());
  });
}
