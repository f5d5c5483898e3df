/** Whether the window has room for three panes. */
import { useSyncExternalStore } from 'preact/compat';

/** As in edit.css and pane.css. */
const wide = '(width >= 1280px)';

export const isWide = (): boolean => matchMedia(wide).matches;

export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, isWide);
}

function subscribe(listen: () => void): () => void {
  const query = matchMedia(wide);
  query.addEventListener('change', listen);
  return () => query.removeEventListener('change', listen);
}
