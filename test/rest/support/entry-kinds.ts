/** The four kinds of entries, by the names that their endpoints have. */
import type { EndpointName } from '../../../shared/rest.ts';

export interface Kind {
  readonly segment: string;
  readonly list: EndpointName;
  readonly create: EndpointName;
  readonly update: EndpointName;
  readonly remove: EndpointName;
  readonly reorder?: EndpointName;
  /** The one required field. */
  readonly label: string;
}

export const kinds: readonly Kind[] = [
  {
    segment: 'sections',
    list: 'listSections',
    create: 'createSection',
    update: 'updateSection',
    remove: 'removeSection',
    reorder: 'reorderSections',
    label: 'title',
  },
  {
    segment: 'hazards',
    list: 'listHazards',
    create: 'createHazard',
    update: 'updateHazard',
    remove: 'removeHazard',
    reorder: 'reorderHazards',
    label: 'name',
  },
  {
    segment: 'coshh',
    list: 'listCoshhAssessments',
    create: 'createCoshhAssessment',
    update: 'updateCoshhAssessment',
    remove: 'removeCoshhAssessment',
    label: 'substance_name',
  },
  {
    segment: 'personnel',
    list: 'listPersonnel',
    create: 'createPersonnelEntry',
    update: 'updatePersonnelEntry',
    remove: 'removePersonnelEntry',
    label: 'name',
  },
];

export interface OrderedKind extends Kind {
  readonly reorder: EndpointName;
}

export function isOrdered(kind: Kind): kind is OrderedKind {
  return kind.reorder !== undefined;
}
