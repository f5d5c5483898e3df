/** A link to one hazard, section, substance or person of a document, as the search gives it: the page opens there, with the focus on it. */
import { useLayoutEffect } from 'preact/hooks';
import { useAddress } from '../../base/place.ts';

export function entryLink(documentId: string, id: string): string {
  return `/office/documents/${documentId}?at=${id}`;
}

/** Of the element that shows the entry. */
export function entryId(id: string): string {
  return `at-${id}`;
}

/** Where the entry is gone, the page opens at its top. */
export function useEntryInAddress(): void {
  const at = useAddress().searchParams.get('at');
  useLayoutEffect(() => {
    if (at === null) return;
    const element = document.getElementById(entryId(at));
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: 'center' });
  }, [at]);
}
