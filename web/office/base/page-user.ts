/**
 * Whose page this is: the user who was signed in when it was loaded. Another tab that signs in or out tells this one, which then forgets
 * what it shows by loading again.
 */
import { loadAnew } from './place.ts';
import { giveUpUnsaved } from './unsaved.ts';

const askAgainMs = 3000;
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

/** Once, at the start. `isStillMine` asks the server, and throws where it does not say; the same user who signs in again finds the page as it was. */
export function followOtherTabs(isStillMine: () => Promise<boolean>): void {
  // The browser asks first where somebody wrote something: the address stays with the page.
  const forget = (): void => location.replace('/office');
  const look = (): void => {
    if (user === null) return forget();
    // Until there is an answer: the page may be shown to somebody else by then.
    isStillMine().then(
      (isMine) => isMine || forget(),
      () => setTimeout(look, askAgainMs),
    );
  };
  tabs.addEventListener('message', look);
}
