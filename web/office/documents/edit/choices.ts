/** What is chosen from in the editor, from the reference lists: each value with its word. */
import categories from '../../../../shared/reference/hazard-categories.json' with { type: 'json' };
import enums from '../../../../shared/reference/enums.json' with { type: 'json' };
import levels from '../../../../shared/reference/hierarchy-levels.json' with { type: 'json' };
import { asWords } from '../../../ui/status.ts';

export type Choice = readonly [value: string, word: string];

export const inWords = (values: readonly string[]): Choice[] => values.map((value) => [value, asWords(value)]);

export const levelChoices: readonly Choice[] = levels.map(({ value, label }) => [value, label]);
export const categoryChoices: readonly Choice[] = categories.map(({ value, label }) => [value, label]);
export const permitChoices = inWords(enums.permit_type);
export const atRiskChoices = inWords(enums.who_at_risk);
export const roleChoices = inWords(enums.personnel_role);
export const schemeChoices = inWords(enums.competence_scheme);
export const verificationChoices = inWords(enums.card_verification);
export const formChoices = inWords(enums.physical_form);
export const routeChoices = inWords(enums.exposure_route);
export const frequencyChoices = inWords(enums.frequency);
