/** Ends the session of this browser, or each of the person's, and leaves nothing to the next one at this tab. */
import { tell } from '../../ui/toasts.tsx';
import { withoutReading } from './live.ts';
import { tellOtherTabs } from './page-user.ts';
import { go } from './place.ts';
import { isSignedOut, wordsOf } from './server.ts';
import { dropKept, mayLeaveTab } from './unsaved.ts';

export async function signOut(end: () => Promise<unknown>): Promise<void> {
  if (!mayLeaveTab()) return;
  // What is read while the server ends the session would be refused, and an address has few refusals a minute.
  await withoutReading(async () => {
    try {
      await end();
    } catch (error) {
      // One that has ended already needs no ending.
      if (!isSignedOut(error)) return tell(`You may still be signed in here. ${wordsOf(error)}`);
    }
    dropKept();
    tellOtherTabs();
    go('/office/sign-in');
  });
}
