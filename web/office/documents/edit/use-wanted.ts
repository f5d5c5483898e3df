/** Opens what the address asks for: an entry with the focus on one of its fields, a panel, or the form that adds one. Each is opened once. */
import { useLayoutEffect } from 'preact/hooks';
import { go, useAddress, withQuery } from '../../base/place.ts';
import { wantedOf, type Wanted } from '../check/place-link.ts';

const fields = 'input, select, textarea, button';

export function useWanted(): void {
  const address = useAddress();
  useLayoutEffect(() => {
    const wanted = wantedOf(address);
    if (wanted.entry === null && wanted.add === null && wanted.part === null) return;
    elementOf(wanted)?.focus();
    // What is longer than the window begins at its top.
    if (wanted.part !== null) document.getElementById(`part-${wanted.part}`)?.scrollIntoView();
    // The same link opens it again.
    go(withQuery(address, { entry: null, field: null, add: null, part: null }), true);
  }, [address.search]);
}

function elementOf({ entry, field, add, part }: Wanted): HTMLElement | null {
  if (part !== null) return document.getElementById(`part-${part}`);
  if (entry === null) return document.querySelector(`#add-${add} input`);
  const details = document.getElementById(`entry-${entry}`)?.querySelector('details');
  if (!details) return null;
  const holder = details.querySelector(`[data-field="${CSS.escape(field ?? '')}"]`);
  for (let around = (holder ?? details).closest('details'); around; around = outside(around)) around.open = true;
  const chosen = holder?.querySelector<HTMLElement>('input:checked');
  return chosen ?? holder?.querySelector<HTMLElement>(fields) ?? details.querySelector('summary');
}

function outside(details: HTMLDetailsElement): HTMLDetailsElement | null {
  return details.parentElement?.closest('details') ?? null;
}
