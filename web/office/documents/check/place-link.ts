/** The address at which the editor opens what a finding asks for, and what such an address asks for. */
import type { Place } from '../../../../shared/compliance/places.ts';

/** What the editor opens: an entry with one of its fields, a panel, or the form that adds an entry. */
export interface Wanted {
  readonly entry: string | null;
  readonly field: string | null;
  /** The list to add to. */
  readonly add: string | null;
  /** The panel to go to. */
  readonly part: string | null;
  /** The type of the section to add. */
  readonly type: string | null;
}

export function placeLink(documentId: string, { member, id, field, sectionType }: Place): string {
  const query = new URLSearchParams(
    id === null ? { add: member, ...(sectionType ? { type: sectionType } : {}) } : { entry: id, field },
  );
  return `/office/documents/${documentId}/edit?${query}`;
}

export function wantedOf({ searchParams }: URL): Wanted {
  return {
    entry: searchParams.get('entry'),
    field: searchParams.get('field'),
    add: searchParams.get('add'),
    part: searchParams.get('part'),
    type: searchParams.get('type'),
  };
}
