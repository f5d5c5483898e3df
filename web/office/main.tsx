/** The office: what the page starts. */
import { render } from 'preact';
import { keepFocus } from '../ui/input/focus-keeper.ts';
import { answeredWithinMs } from './base/attempt.ts';
import { comeBack } from './base/live.ts';
import { readTheme, showTheme } from './base/theme.ts';
import { followOtherTabs } from './base/page-user.ts';
import { followLinks } from './base/place.ts';
import { isSignedOut, rest } from './base/server.ts';
import { watchUnsaved } from './base/unsaved.ts';
import { Office } from './office.tsx';

showTheme(readTheme());
followLinks();
keepFocus();
watchUnsaved();
followOtherTabs(async () => {
  try {
    await rest.getMe({ signal: AbortSignal.timeout(answeredWithinMs) });
  } catch (error) {
    if (isSignedOut(error)) return false;
    throw error;
  }
  comeBack();
  return true;
});
const root = document.querySelector('#app');
if (!root) throw new Error('the page has no #app');
render(<Office />, root);
