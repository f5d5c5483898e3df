/** What the check reads of a document in one piece: as REST shows it, or the frozen content of a version. */
import { dayIn } from '../base/day.ts';
import type { ComplianceInput } from './facts.ts';

export interface Content extends Pick<ComplianceInput, 'sections' | 'hazards' | 'personnel'> {
  readonly coshh_assessments: ComplianceInput['coshh'];
}

/** `at` = the instant on whose day it is checked. */
export function inputOf(
  content: Content & ComplianceInput['document'],
  { settings, timezone, site }: Pick<ComplianceInput, 'settings' | 'site'> & { readonly timezone: string | null },
  at: string,
): ComplianceInput {
  const { sections, hazards, personnel, coshh_assessments: coshh } = content;
  return { document: content, sections, hazards, personnel, coshh, site, settings, today: dayIn(at, timezone) };
}
