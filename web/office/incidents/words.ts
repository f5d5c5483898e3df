/** Lists to choose from about an incident, each value with its word. */
import enums from '../../../shared/reference/enums.json' with { type: 'json' };
import type { Read } from './part.ts';
import { asWords } from '../../ui/status.ts';

type Choices = readonly (readonly [value: string, word: string])[];

const inWords = (values: readonly string[]): Choices => values.map((value) => [value, asWords(value)]);

export const incidentTypes = inWords(enums.incident_type);
export const personTypes = inWords(enums.incident_person_type);
export const injuries = inWords(enums.injury_severity);
export const severities: Choices = ['1', '2', '3', '4', '5'].map((each) => [
  each,
  `${each}, ${['First aid', 'Minor injury', 'Over 7 days off', 'Major injury', 'Death'][Number(each) - 1] ?? ''}`,
]);

const riddor: Readonly<Record<Read['riddor_category'], string>> = {
  undetermined: 'Not decided',
  not_reportable: 'Not reportable',
  death: 'Death',
  specified_injury: 'Specified injury',
  over_seven_day: 'Over seven days off work',
  public_to_hospital: 'Not at work, taken to hospital',
  occupational_disease: 'Occupational disease',
  dangerous_occurrence: 'Dangerous occurrence',
  gas_incident: 'Gas incident',
};
export const riddorChoices: Choices = Object.entries(riddor);
export const riddorWord = (category: Read['riddor_category']): string => riddor[category];
export const isRiddor = (value: string): value is Read['riddor_category'] => Object.hasOwn(riddor, value);
