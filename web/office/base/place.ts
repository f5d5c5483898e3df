/**
 * Where the page is: the address is the only state that navigation has. Links are plain `<a href>`; a click on one that stays in the office
 * changes the address without loading the page again.
 */
import { useSyncExternalStore } from 'preact/compat';
import { goesOn } from '../../ui/title.tsx';
import { leaveFor } from './unsaved.ts';

const changed = new EventTarget();
const changeName = 'change';
let { pathname, href: shown } = location;

/** Below /office, such as `/documents?status=draft`; `/` is the start. */
export function useAddress(): URL {
  const text = useSyncExternalStore(subscribe, () => location.href);
  return new URL(text);
}

/** `replace` = without a step to go back to, as for a filter. */
export function go(href: string, replace = false): void {
  if (replace) history.replaceState(null, '', href);
  else history.pushState(null, '', href);
  const before = pathname;
  follow();
  if (pathname !== before) scrollTo(0, 0);
}

function follow(): void {
  if (pathname !== location.pathname) goesOn();
  ({ pathname, href: shown } = location);
  changed.dispatchEvent(new Event(changeName));
}

/** The present address with other query parameters; null and '' remove one. */
export function withQuery(address: URL, changes: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams(address.search);
  for (const [name, value] of Object.entries(changes))
    if (value) query.set(name, value);
    else query.delete(name);
  const text = query.toString();
  return address.pathname + (text ? `?${text}` : '');
}

/** Once, at the start. */
export function followLinks(): void {
  addEventListener('popstate', () => {
    if (pathname === location.pathname) return follow();
    const { href } = location;
    history.pushState(null, '', shown);
    void leaveFor(() => go(href));
  });
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (!/^\/office(\/|$)/.test(link.pathname) || (link.hash && link.pathname === location.pathname)) return;
    event.preventDefault();
    if (link.pathname === location.pathname) go(link.href);
    else void leaveFor(() => go(link.href));
  });
}

function subscribe(listen: () => void): () => void {
  changed.addEventListener(changeName, listen);
  return () => changed.removeEventListener(changeName, listen);
}
