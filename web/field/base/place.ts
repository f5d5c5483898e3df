/** Where the app is: the address alone says which screen is shown, so a restart shows the same one. */
import { goesOn } from '../../ui/title.tsx';
import { signal, useSignal } from './signal.ts';

const address = signal(location.pathname);

/** The parts of the path below /field. */
export function usePlace(): readonly string[] {
  return useSignal(address)
    .replace(/^\/field\/?/, '')
    .split('/');
}

/** `path` = below /field. `replace` = without a step to go back to. */
export function go(path: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', `/field${path}`);
  follow();
  scrollTo(0, 0);
}

function follow(): void {
  if (location.pathname !== address.value) goesOn();
  address.set(location.pathname);
}

/** Once, at the start: links are plain, and a click on one changes the address without loading the page again. */
export function followLinks(): void {
  addEventListener('popstate', follow);
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.defaultPrevented || link.origin !== location.origin || link.target || link.download) return;
    if (!/^\/field(\/|$)/.test(link.pathname) || (link.hash && link.pathname === location.pathname)) return;
    event.preventDefault();
    go(link.pathname.replace(/^\/field/, ''));
  });
}
