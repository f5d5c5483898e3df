/** The registers of a document, as the outline lists them. */
import type { EntryMember } from '../../../../../shared/compliance/places.ts';
import type { IconName } from '../../../../ui/icon.tsx';
import type { DocumentPart } from '../../part.ts';

export interface Register {
  /** The panel that holds it. */
  readonly part: EntryMember;
  readonly word: string;
  readonly icon: IconName;
  /** The ids of its entries. */
  readonly entries: readonly string[];
}

export function registersOf({
  hazards,
  coshh_assessments: substances,
  personnel,
}: DocumentPart['document']): readonly Register[] {
  const idsOf = (entries: readonly { readonly id: string }[]): readonly string[] => entries.map(({ id }) => id);
  return [
    { part: 'hazards', word: 'Hazards', icon: 'triangle-alert', entries: idsOf(hazards) },
    { part: 'coshh_assessments', word: 'Substances', icon: 'flame', entries: idsOf(substances) },
    { part: 'personnel', word: 'People', icon: 'users', entries: idsOf(personnel) },
  ];
}
