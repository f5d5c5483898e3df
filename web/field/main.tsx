/** The field app: what the page starts. */
import { render } from 'preact';
import { keepFocus } from '../ui/input/focus-keeper.ts';
import { keepOffline } from './base/keep-offline.ts';
import { lookForPrivateWindow } from './frame/private-window.ts';
import { followLinks } from './base/place.ts';
import { startDevice } from './base/device.ts';
import { showTheme, themeKept } from './base/theme.ts';
import { dropReplaced, withheldPhotos } from './report/drop-replaced.ts';
import { Field } from './field.tsx';
import { showLanguage } from './base/words.ts';

showTheme(themeKept());
showLanguage();
followLinks();
keepFocus();
keepOffline();
void lookForPrivateWindow().catch(() => undefined);
startDevice({ drop: dropReplaced, withheld: withheldPhotos });
const root = document.querySelector('#app');
if (!root) throw new Error('the page has no #app');
render(<Field />, root);
