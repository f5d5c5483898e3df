/** Whether the window has room for three panes. */
import { useSyncExternalStore } from 'preact/compat';

/** As in editor.css. */
const wide = '(width >= 1280px)';

export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(wide).matches);
}

function subscribe(listen: () => void): () => void {
  const query = matchMedia(wide);
  query.addEventListener('change', listen);
  return () => query.removeEventListener('change', listen);
}
