/**
 * Where a document has to be mended so that a rule is met: entries that fail, each with the field that the rule asks about, and sections or
 * entries that have to be added. A rule that checks entries one by one is asked about each of them alone, so what fails is said in one place.
 */
import type { JsonObject } from '../base/json.ts';
import { factsOf, type ComplianceInput } from './facts.ts';
import { rules, type RuleId } from './rules.ts';
import { isFilled, labelOf, requiredSections } from './sections.ts';
import { words } from './text.ts';

export type EntryMember = 'sections' | 'hazards' | 'coshh_assessments' | 'personnel';

export interface Place {
  readonly member: EntryMember;
  /** Null = an entry has to be added. */
  readonly id: string | null;
  /** The name of the entry, or of what has to be added; empty if it is any. */
  readonly name: string;
  /** Of a section. */
  readonly sectionType?: string;
  /** The field that the rule asks about. */
  readonly field: string;
}

type OneByOne = readonly [member: Exclude<EntryMember, 'sections'>, field: string];

const oneByOne: Partial<Readonly<Record<RuleId, OneByOne>>> = {
  'HAZ-02': ['hazards', 'controls'],
  'HAZ-03': ['hazards', 'controls'],
  'HAZ-04': ['hazards', 'severity_after'],
  'HAZ-05': ['hazards', 'severity_after'],
  'HAZ-06': ['hazards', 'controls'],
  'HAZ-07': ['hazards', 'residual_acceptance'],
  'SUB-02': ['coshh_assessments', 'health_surveillance_required'],
  'SUB-03': ['coshh_assessments', 'fit_test_required'],
  'PER-02': ['personnel', 'competence_cards'],
  'PER-03': ['personnel', 'competence_cards'],
  'VUL-01': ['personnel', 'restrictions'],
};

/** Rules that ask for sections, whatever is missing from them. */
const inSections: Partial<Readonly<Record<RuleId, readonly string[]>>> = {
  'GEN-02': ['scope_of_works'],
  'GEN-03': ['emergency_arrangements'],
  'GEN-04': ['emergency_arrangements'],
  'WAH-01': ['rescue_plan'],
  'LFT-01': ['lifting_arrangements'],
  'EXC-01': ['services_information', 'permits_required'],
  'HOT-01': ['fire_arrangements'],
  'SEQ-01': ['sequence_of_works'],
  'WTH-01': ['weather_limits'],
  'CHG-01': ['change_management'],
  'BRF-01': ['understanding_check'],
  'ASB-01': ['reference_documents'],
  'CSP-01': ['rescue_plan', 'gas_test_results'],
  'NOI-01': ['noise_vibration'],
  'VIB-01': ['noise_vibration'],
  'ELE-01': ['isolation_arrangements'],
  'TWK-01': ['temporary_works'],
  'DSE-01': ['fire_arrangements'],
};

const toAdd: Partial<Readonly<Record<RuleId, Place>>> = {
  'HAZ-01': { member: 'hazards', id: null, name: '', field: 'name' },
  'SUB-01': { member: 'coshh_assessments', id: null, name: '', field: 'substance_name' },
  'PER-01': { member: 'personnel', id: null, name: '', field: 'role' },
};

/** `input` as for the check, entries with their ids. None for a rule that is met by other means than the document's entries. */
export function placesOf(rule: RuleId, input: ComplianceInput): readonly Place[] {
  const each = oneByOne[rule];
  if (each) return failing(rule, each, input);
  const added = toAdd[rule];
  if (added) return [added];
  const types = rule === 'GEN-01' ? unfilled(input) : (inSections[rule] ?? []);
  return types.map((type) => sectionPlace(type, input.sections));
}

function failing(rule: RuleId, [member, field]: OneByOne, input: ComplianceInput): readonly Place[] {
  const key = member === 'coshh_assessments' ? 'coshh' : member;
  return input[key].flatMap((entry) => {
    const verdict = rules[rule](factsOf({ ...input, [key]: [entry] }));
    if (verdict.result !== 'fail') return [];
    return [{ member, id: words(entry['id']), name: words(entry['name']) || words(entry['substance_name']), field }];
  });
}

function unfilled(input: ComplianceInput): string[] {
  const { documentType, sections } = factsOf(input);
  return requiredSections(documentType).filter((type) => !isFilled(sections.get(type)));
}

function sectionPlace(type: string, sections: readonly JsonObject[]): Place {
  const found = sections.find((section) => section['section_type'] === type);
  const name = words(found?.['title']) || labelOf(type);
  return { member: 'sections', id: found ? words(found['id']) : null, name, sectionType: type, field: 'body' };
}
