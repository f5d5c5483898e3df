/** The four kinds of entries with their endpoints, and the common part of their replies. */
import type { ScenarioOf } from './scenario.ts';

type One = 'Section' | 'Hazard' | 'CoshhAssessment' | 'PersonnelEntry';
type All = 'Sections' | 'Hazards' | 'CoshhAssessments' | 'Personnel';

export interface Kind {
  readonly segment: string;
  readonly list: `list${All}`;
  readonly read: `get${One}`;
  readonly create: `create${One}`;
  readonly update: `update${One}`;
  readonly remove: `remove${One}`;
  readonly restore: `restore${One}`;
  readonly reorder?: 'reorderSections' | 'reorderHazards';
  /** The one required field. */
  readonly label: string;
}

/** An entry of any kind. */
export interface Entry {
  readonly id: string;
  readonly position: number;
  readonly [field: string]: unknown;
}

export const kinds: readonly Kind[] = [
  {
    segment: 'sections',
    list: 'listSections',
    read: 'getSection',
    create: 'createSection',
    update: 'updateSection',
    remove: 'removeSection',
    restore: 'restoreSection',
    reorder: 'reorderSections',
    label: 'title',
  },
  {
    segment: 'hazards',
    list: 'listHazards',
    read: 'getHazard',
    create: 'createHazard',
    update: 'updateHazard',
    remove: 'removeHazard',
    restore: 'restoreHazard',
    reorder: 'reorderHazards',
    label: 'name',
  },
  {
    segment: 'coshh',
    list: 'listCoshhAssessments',
    read: 'getCoshhAssessment',
    create: 'createCoshhAssessment',
    update: 'updateCoshhAssessment',
    remove: 'removeCoshhAssessment',
    restore: 'restoreCoshhAssessment',
    label: 'substance_name',
  },
  {
    segment: 'personnel',
    list: 'listPersonnel',
    read: 'getPersonnelEntry',
    create: 'createPersonnelEntry',
    update: 'updatePersonnelEntry',
    remove: 'removePersonnelEntry',
    restore: 'restorePersonnelEntry',
    label: 'name',
  },
];

export interface OrderedKind extends Kind {
  readonly reorder: NonNullable<Kind['reorder']>;
}

export function isOrdered(kind: Kind): kind is OrderedKind {
  return kind.reorder !== undefined;
}

/** A row for the endpoints of any kind. */
export type EntryScenario =
  | ScenarioOf<Kind['list']>
  | ScenarioOf<Kind['read']>
  | ScenarioOf<Kind['create']>
  | ScenarioOf<Kind['update']>
  | ScenarioOf<Kind['remove']>
  | ScenarioOf<Kind['restore']>
  | ScenarioOf<OrderedKind['reorder']>;
