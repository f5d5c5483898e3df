/** The form of a COSHH assessment as data: each field of the record, in the groups and the order in which it is asked for. */
import pictograms from '../../../../../shared/reference/ghs-pictograms.json' with { type: 'json' };
import { atRiskChoices, formChoices, frequencyChoices, inWords, routeChoices, type Choice } from '../choices.ts';

export interface AskedField {
  readonly name: string;
  readonly label: string;
  /** `lines` = a list, one a line; `amount` = a value with its unit; the last three are lists or pairs with a part of their own. */
  readonly as:
    | 'text'
    | 'long'
    | 'lines'
    | 'date'
    | 'number'
    | 'flag'
    | 'choice'
    | 'checks'
    | 'amount'
    | 'controls'
    | 'rows'
    | 'ratings';
  /** The object of the record that holds it. */
  readonly in?: string;
  readonly choices?: readonly Choice[];
}

export interface AskedGroup {
  readonly title: string;
  readonly fields: readonly AskedField[];
}

const flags = (...names: readonly (readonly [name: string, label: string])[]): AskedField[] =>
  names.map(([name, label]) => ({ name, label, as: 'flag' }));
const longs = (within: string, ...names: readonly (readonly [name: string, label: string])[]): AskedField[] =>
  names.map(([name, label]) => ({ name, label, as: 'long', in: within }));

export const askedGroups: readonly AskedGroup[] = [
  {
    title: 'What it is',
    fields: [
      { name: 'substance_name', label: 'Substance', as: 'text' },
      { name: 'product_code', label: 'Product code', as: 'text' },
      { name: 'manufacturer', label: 'Manufacturer', as: 'text' },
      { name: 'supplier_phone', label: 'Supplier’s telephone', as: 'text' },
      { name: 'sds_reference', label: 'Safety data sheet', as: 'text' },
      { name: 'sds_issue_date', label: 'Date of the data sheet', as: 'date' },
      { name: 'physical_form', label: 'Form', as: 'choice', choices: formChoices },
      { name: 'cas_numbers', label: 'CAS numbers, one a line', as: 'lines' },
      { name: 'process_generated', label: 'Does the work make it, such as dust?', as: 'flag' },
      { name: 'used_as', label: 'Used as', as: 'long' },
    ],
  },
  {
    title: 'What the label says',
    fields: [
      {
        name: 'signal_word',
        label: 'Signal word',
        as: 'choice',
        choices: inWords(['danger', 'warning', 'none']),
      },
      {
        name: 'pictograms',
        label: 'Pictograms',
        as: 'checks',
        choices: pictograms.map(({ code, name }) => [code, `${name} (${code})`]),
      },
      { name: 'hazard_statements', label: 'Hazard statements', as: 'rows' },
      { name: 'precautionary_statements', label: 'Precautionary statements', as: 'rows' },
      ...flags(
        ['is_carcinogen_mutagen', 'May cause cancer or genetic defects?'],
        ['is_respiratory_sensitiser', 'Sensitises the lungs?'],
        ['is_skin_sensitiser', 'Sensitises the skin?'],
        ['is_reprotoxic', 'May harm fertility or the unborn?'],
        ['is_flammable_dsear', 'Flammable or explosive (DSEAR)?'],
      ),
    ],
  },
  {
    title: 'How it is used',
    fields: [
      { name: 'task', label: 'Task', as: 'long' },
      { name: 'location', label: 'Where', as: 'text' },
      { name: 'quantity', label: 'Quantity', as: 'amount' },
      { name: 'container_size', label: 'Size of container', as: 'text' },
      { name: 'frequency', label: 'How often', as: 'choice', choices: frequencyChoices },
      { name: 'duration_minutes_per_shift', label: 'Minutes per shift', as: 'number' },
      { name: 'persons_exposed', label: 'How many people are exposed', as: 'number' },
      { name: 'groups_at_risk', label: 'Who is at risk', as: 'checks', choices: atRiskChoices },
      { name: 'method_of_application', label: 'How it is applied', as: 'text' },
    ],
  },
  {
    title: 'Exposure and limits',
    fields: [
      { name: 'exposure_routes', label: 'Ways in', as: 'checks', choices: routeChoices },
      { name: 'health_effects_acute', label: 'Effects at once', as: 'long' },
      { name: 'health_effects_chronic', label: 'Effects over time', as: 'long' },
      { name: 'wels', label: 'Workplace exposure limits', as: 'rows' },
      { name: 'exposure_estimate', label: 'How much people are exposed', as: 'long' },
      { name: 'monitoring_required', label: 'Is air monitoring needed?', as: 'flag' },
      { name: 'monitoring_detail', label: 'Monitoring: what and when', as: 'long' },
      { name: 'health_surveillance_required', label: 'Is health surveillance needed?', as: 'flag' },
      { name: 'health_surveillance_detail', label: 'Surveillance: what, or why not', as: 'long' },
    ],
  },
  {
    title: 'Control and protection',
    fields: [
      { name: 'answer', label: 'Can it be eliminated?', as: 'flag', in: 'can_be_eliminated' },
      { name: 'reason', label: 'Why, or why not', as: 'long', in: 'can_be_eliminated' },
      { name: 'substitution_considered', label: 'What could replace it', as: 'long' },
      { name: 'controls', label: 'Controls', as: 'controls' },
      { name: 'type', label: 'Extraction (LEV)', as: 'text', in: 'lev' },
      { name: 'test_date', label: 'Extraction tested on', as: 'date', in: 'lev' },
      { name: 'type', label: 'Breathing protection (RPE)', as: 'text', in: 'rpe' },
      { name: 'apf', label: 'Assigned protection factor', as: 'number', in: 'rpe' },
      { name: 'fit_test_required', label: 'Is a fit test required?', as: 'flag', in: 'rpe' },
      { name: 'ppe', label: 'Other protective equipment', as: 'rows' },
      { name: 'hygiene', label: 'Hygiene', as: 'long' },
      { name: 'storage', label: 'Storage', as: 'long' },
      { name: 'incompatible_materials', label: 'Keep away from, one a line', as: 'lines' },
      { name: 'transport', label: 'Transport', as: 'long' },
      { name: 'route', label: 'Disposal', as: 'text', in: 'disposal' },
      { name: 'ewc_code', label: 'Waste code (EWC)', as: 'text', in: 'disposal' },
    ],
  },
  {
    title: 'In an emergency',
    fields: [
      ...longs(
        'first_aid',
        ['inhalation', 'First aid: breathed in'],
        ['skin', 'First aid: on the skin'],
        ['eyes', 'First aid: in the eyes'],
        ['ingestion', 'First aid: swallowed'],
      ),
      { name: 'spill', label: 'Spill', as: 'long' },
      ...longs(
        'fire',
        ['media', 'Fire: put out with'],
        ['unsuitable', 'Fire: not with'],
        ['special_hazards', 'Fire: what to mind'],
      ),
      { name: 'environmental', label: 'Ground and water', as: 'long' },
    ],
  },
  {
    title: 'Assessment',
    fields: [
      { name: 'ratings', label: 'Risk', as: 'ratings' },
      { name: 'residual_conclusion', label: 'Conclusion', as: 'long' },
      { name: 'assessor_name', label: 'Assessed by', as: 'text' },
      { name: 'assessed_on', label: 'Assessed on', as: 'date' },
      { name: 'review_due_on', label: 'Review due on', as: 'date' },
    ],
  },
];
