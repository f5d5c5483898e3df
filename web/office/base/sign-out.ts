/** Ends the session of this browser, or each of the person's, and leaves nothing to the next one at this tab. */
import { tell } from '../../ui/toasts.tsx';
import { stopReading } from './live.ts';
import { startAnew } from './page-user.ts';
import { isSignedOut, wordsOf } from './server.ts';
import { mayLeaveTab } from './unsaved.ts';

/** What has no answer for so long counts as lost: nothing can be done on the page meanwhile. */
const answeredWithinMs = 10_000;

export async function signOut(end: (ask: { readonly signal: AbortSignal }) => Promise<unknown>): Promise<void> {
  if (!mayLeaveTab()) return;
  // What is read while the server ends the session would be refused, and an address has few refusals a minute.
  const readOn = stopReading();
  const openAgain = closePage();
  try {
    await end({ signal: AbortSignal.timeout(answeredWithinMs) });
  } catch (error) {
    // One that has ended already needs no ending.
    if (!isSignedOut(error)) {
      openAgain();
      readOn();
      return tell(`You may still be signed in here. ${wordsOf(error)}`);
    }
  }
  startAnew('/office/sign-in');
}

/** Nobody was asked about what would be written or done from now on, and it could not be saved any more. */
function closePage(): () => void {
  // An open dialog is not closed by what is around it.
  const closed = [...document.querySelectorAll<HTMLElement>('#app, dialog[open]')];
  const keys = new AbortController();
  for (const each of closed) each.inert = true;
  addEventListener('keydown', (event) => event.stopImmediatePropagation(), { capture: true, signal: keys.signal });
  return () => {
    keys.abort();
    for (const each of closed) each.inert = false;
  };
}
