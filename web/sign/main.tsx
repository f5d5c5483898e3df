/** Signing on one's own phone: what the page starts. */
import { render } from 'preact';
import { showLanguage } from '../field/base/words.ts';
import { keepFocus } from '../ui/input/focus-keeper.ts';
import { SignOn } from './sign-on.tsx';

showLanguage();
keepFocus();
const root = document.querySelector('#app');
if (!root) throw new Error('the page has no #app');
render(<SignOn />, root);
