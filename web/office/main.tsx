/** The office: what the page starts. */
import { render } from 'preact';
import { comeBack } from './base/live.ts';
import { readTheme, showTheme } from './base/theme.ts';
import { followOtherTabs } from './base/page-user.ts';
import { followLinks } from './base/place.ts';
import { isSignedOut, rest } from './base/server.ts';
import { watchUnsaved } from './base/unsaved.ts';
import { Office } from './office.tsx';

showTheme(readTheme());
followLinks();
watchUnsaved();
followOtherTabs(() =>
  rest.getMe().then(
    () => {
      comeBack();
      return true;
    },
    (error: unknown) => !isSignedOut(error),
  ),
);
const root = document.querySelector('#app');
if (!root) throw new Error('the page has no #app');
render(<Office />, root);
