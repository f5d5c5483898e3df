/**
 * Where the page is: the address is the only state that navigation has. Links are plain `<a href>`; a click on one that stays in the office
 * changes the address without loading the page again.
 */
import { useSyncExternalStore } from 'preact/compat';
import { goesOn } from '../../ui/title.tsx';
import { leaveFor, losesSomething } from './unsaved.ts';

const changed = new EventTarget();
const changeName = 'change';
/** Of the page that is shown: on the way back from a move that is asked about, the browser's is another one for a moment. */
let { pathname, href: shown } = location;
/** How many steps this page is from the first one of the tab: kept with each entry of the history, so that a move in it has a length. */
let step = stepOfEntry() ?? 0;
/** The move in the history that this file asked for: to which step, and what for. */
let travelling: { readonly to: number; readonly arrive: () => void } | null = null;

/** Whether Back or Forward led to the page that is shown. */
let isByHistory = false;

export const cameBack = (): boolean => isByHistory;

/** Below /office, such as `/documents?status=draft`; `/` is the start. */
export function useAddress(): URL {
  const text = useSyncExternalStore(subscribe, () => shown);
  return new URL(text);
}

/** `replace` = without a step to go back to, as for a filter. */
export function go(href: string, replace = false): void {
  if (!replace) step += 1;
  isByHistory = false;
  history[replace ? 'replaceState' : 'pushState']({ step }, '', href);
  const before = pathname;
  follow();
  if (pathname !== before) scrollTo(0, 0);
}

/** Goes on from a page, as after an answer, unless the person is on another one by now. */
export function goFrom(page: string, href: string, replace = false): void {
  if (location.pathname === page) go(href, replace);
}

/** Loads the page again at another address, in place of the present one: nothing that it has in memory outlives that. */
export function loadAnew(href: string): void {
  history.replaceState({ step }, '', href);
  location.reload();
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
  history.replaceState({ step }, '');
  addEventListener('popstate', moved);
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (!/^\/office(\/|$)/.test(link.pathname) || (link.hash && link.pathname === location.pathname)) return;
    event.preventDefault();
    void leaveFor(() => go(link.href), isSamePage(link));
  });
}

/** Back and Forward have moved already: where that may lose something, the history returns to what is shown, and moves once more if it may. */
function moved(): void {
  if (travelling) return arriveAt(travelling);
  // A link to a place in the page makes an entry of its own.
  const there = stepOfEntry() ?? step + 1;
  const steps = there - step;
  const arrive = (): void => {
    step = there;
    isByHistory = true;
    history.replaceState({ step }, '');
    follow();
  };
  const isSame = isSamePage(location);
  if (steps === 0 || !losesSomething(isSame)) return arrive();
  const from = step;
  travel(
    from,
    () => {
      // What was waited for may have gone on to a page of its own: what was ahead is no more, and what was behind is farther.
      const leave = (): void => (there < from || step === from ? travel(there, arrive) : undefined);
      void leaveFor(leave, isSame);
    },
    there,
  );
}

/** `at` = the step where the history is, unless it is where the page is. */
function travel(to: number, arrive: () => void, at = step): void {
  if (to === at) return arrive();
  travelling = { to, arrive };
  history.go(to - at);
}

/** Two moves at once have gone past it. */
function arriveAt({ to, arrive }: NonNullable<typeof travelling>): void {
  const at = stepOfEntry() ?? to;
  if (at !== to) return history.go(to - at);
  travelling = null;
  arrive();
}

function stepOfEntry(): number | undefined {
  return (history.state as { readonly step: number } | null)?.step; // as written here
}

/** Another tab, filter or dialog of it. */
function isSamePage(to: { readonly pathname: string }): boolean {
  return to.pathname === pathname;
}

function subscribe(listen: () => void): () => void {
  changed.addEventListener(changeName, listen);
  return () => changed.removeEventListener(changeName, listen);
}
