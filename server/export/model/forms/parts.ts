/** Parts that several forms share; a part without entries is left out. */
import { permitBlocks, powraBlocks } from '../activity.ts';
import type { Block } from '../blocks.ts';
import { hazardRegister } from '../hazards.ts';
import { heading, paragraph } from '../make.ts';
import { isJsonObject, type JsonObject } from '../../../../shared/base/json.ts';
import { objectOf, objectsOf } from '../read.ts';
import { recordBlocks } from '../record.ts';
import { matrixBlocks } from '../risk-summary.ts';
import { section } from '../sections/section.ts';
import type { Printed } from '../printed.ts';

/** The sections whose type `wanted` accepts. */
export function sectionBlocks(
  { input, sections }: Printed,
  {
    wanted = () => true,
    isCompact = false,
  }: { readonly wanted?: (type: string, section: JsonObject) => boolean; readonly isCompact?: boolean } = {},
): readonly Block[] {
  return sections
    .filter((each) => wanted(String(each['section_type']), each))
    .flatMap((each) => section(each, isCompact, input.include?.quiz_answers));
}

/** Whether a form's own box can print all that a section holds. */
export function hasOnlyEntries({ body, data, photos }: JsonObject): boolean {
  const held = objectOf(data);
  return (
    !body &&
    !photos &&
    Object.keys(held).join() === 'entries' &&
    objectsOf(held['entries']).every(({ key, value }) => key && value)
  );
}

export function missingSections({ sections }: Printed): readonly Block[] {
  if (sections.length > 0) return [];
  return [heading(1, 'Sections'), paragraph('No sections have been written in this document.', 'muted')];
}

export function hazardBlocks({ hazards, bands }: Printed, isCompact = false): readonly Block[] {
  return hazards.length > 0 ? hazardRegister(hazards, bands, isCompact) : [];
}

export function missingHazards({ hazards }: Printed): readonly Block[] {
  if (hazards.length > 0) return [];
  return [heading(1, 'Hazard register'), paragraph('No hazards are recorded in this document.', 'muted')];
}

/** How the ratings are to be read: only where there are any. */
export function matrix({ input, hazards, bands }: Printed): readonly Block[] {
  return hazards.length > 0 ? matrixBlocks(input.content, hazards, bands) : [];
}

/** Members of the content that have a part of their own. */
const placed = [
  'sections',
  'hazards',
  'coshh_assessments',
  'personnel',
  'risk_matrix',
  'permit',
  'powra',
  'version',
  'title',
  'reference',
  'document_type',
  'status',
  'work_starts_on',
  'work_ends_on',
];

/** What no other part prints, a permit or point-of-work assessment in another kind of document included. */
export function otherContent(
  { input: { content, linked }, timezone }: Printed,
  taken: readonly string[] = [],
): readonly Block[] {
  const rest: JsonObject = Object.fromEntries(Object.entries(content).filter(([name]) => !placed.includes(name)));
  const recorded = recordBlocks(rest, [], timezone);
  const { permit, powra } = content;
  return [
    ...(isJsonObject(permit) && !taken.includes('permit') ? permitBlocks(permit, linked, timezone) : []),
    ...(isJsonObject(powra) && !taken.includes('powra') ? powraBlocks(powra, linked, timezone) : []),
    ...(recorded.length > 0 ? [heading(1, 'Other recorded content'), ...recorded] : []),
  ];
}
