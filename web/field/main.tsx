/** The field app: what the page starts. */
import { render } from 'preact';
import { config } from 'zod';
import { keepOffline } from './base/keep-offline.ts';
import { followLinks } from './base/place.ts';
import { startDevice } from './base/device.ts';
import { showTheme, themeKept } from './base/theme.ts';
import { Field } from './field.tsx';
import { showLanguage } from './base/words.ts';

// The page's policy forbids code that is made of text, and zod would try.
config({ jitless: true });
showTheme(themeKept());
showLanguage();
followLinks();
keepOffline();
startDevice();
const root = document.querySelector('#app');
if (!root) throw new Error('the page has no #app');
render(<Field />, root);
