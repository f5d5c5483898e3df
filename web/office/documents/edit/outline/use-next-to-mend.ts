/** Ctrl and Enter lead from one thing that the check asks for to the next, those that stop approval first. */
import { useEffect, useRef } from 'preact/hooks';
import { go } from '../../../base/place.ts';
import { leaveFor } from '../../../base/unsaved.ts';
import { placeLink } from '../../check/place-link.ts';
import type { Checked } from '../../check/use-check.ts';

export function useNextToMend(documentId: string, checked: Checked | undefined): void {
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (!checked) return;
    const findings = checked.findings.toSorted((one, other) => Number(other.blocking) - Number(one.blocking));
    const links = [...new Set(findings.flatMap(({ places }) => places.map((place) => placeLink(documentId, place))))];
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      // Of one that is mended by now, the first is the next.
      const next = links[links.indexOf(last.current ?? '') + 1] ?? links[0];
      if (next === undefined) return;
      last.current = next;
      void leaveFor(() => go(next), true);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [documentId, checked]);
}
