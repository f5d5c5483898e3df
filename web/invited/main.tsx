/** What an invited contractor sees: what the page starts. */
import { render } from 'preact';
import { keepFocus } from '../ui/input/focus-keeper.ts';
import { Invited } from './invited.tsx';

keepFocus();
const root = document.querySelector('#app');
if (!root) throw new Error('the page has no #app');
render(<Invited />, root);
