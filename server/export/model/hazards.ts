/** The hazard register: one row per hazard, controls by hierarchy level, ratings before and after. */
import type { JsonObject } from '../../../shared/base/json.ts';
import hazardCategories from '../../../shared/reference/hazard-categories.json' with { type: 'json' };
import hierarchyLevels from '../../../shared/reference/hierarchy-levels.json' with { type: 'json' };
import type { Block, Cell, Part } from './blocks.ts';
import { cell, heading, numbered, onOneLine, paragraph, point, table, text } from './make.ts';
import { photoParts } from './photos/photo-parts.ts';
import { leftovers, listOf, objectsOf, plain, textOf } from './read.ts';
import { type Band, ratingCell } from './risk.ts';
import { labelOf } from './words.ts';

export function hazardRegister(
  hazards: readonly JsonObject[],
  bands: readonly Band[],
  isCompact = false,
): readonly Block[] {
  return [
    heading(1, 'Hazard register'),
    hazards.length > 0
      ? table('Hazards with their controls and ratings', hazards, [
          ['No', 4, numbered],
          ['Hazard and who may be harmed', isCompact ? 34.6 : 30, (hazard) => described(hazard, isCompact)],
          ['Initial', 9.2, (hazard) => ratingCell(hazard, 'before', bands, isCompact ? 'brief' : 'tall')],
          [
            'Controls, highest in the hierarchy first',
            isCompact ? 43 : 47.6,
            (hazard) => controls(objectsOf(hazard['controls']), isCompact),
          ],
          ['Residual', 9.2, (hazard) => ratingCell(hazard, 'after', bands, isCompact ? 'brief' : 'tall')],
        ])
      : paragraph('No hazards are recorded in this document.', 'muted'),
  ];
}

const shown = [
  'name',
  'category',
  'description',
  'who_at_risk',
  'who_at_risk_codes',
  'permit_type',
  'controls',
  'severity_before',
  'likelihood_before',
  'severity_after',
  'likelihood_after',
  'photos',
];

function described(hazard: JsonObject, isCompact: boolean): Cell {
  const category = plain(hazard['category']);
  const permit = plain(hazard['permit_type']);
  const all = cell(
    text(textOf(hazard['name']) || 'Unnamed hazard', 'strong'),
    category ? text(categoryOf(category), 'muted') : null,
    plain(hazard['description']),
    ...labelled('At risk', [
      plain(hazard['who_at_risk']),
      ...listOf(hazard['who_at_risk_codes']).map((code) => labelOf(plain(code))),
    ]),
    permit ? text(`Permit: ${labelOf(permit)}`, 'strong') : null,
    ...leftovers(hazard, shown).map(([name, value]) => text(`${name}: ${value}`)),
  );
  const said = isCompact ? onOneLine(all.parts, ' · ').parts : all.parts;
  return { parts: [...said, ...photoParts(hazard, 140)] };
}

/** As the list of categories names it. */
function categoryOf(code: string): string {
  return hazardCategories.find(({ value }) => value === code)?.label ?? labelOf(code);
}

function labelled(name: string, values: readonly string[]): readonly Part[] {
  const said = values.filter(Boolean).join(', ');
  return said ? [text(`${name}: ${said}`)] : [];
}

/** Grouped by hierarchy level; unknown levels come last. `isCompact`: the level begins the line of its first control. */
export function controls(entries: readonly JsonObject[], isCompact = false): Cell {
  if (entries.length === 0) return cell(text('No controls recorded', 'muted'));
  const levels = [...new Set(entries.map((entry) => plain(entry['hierarchy_level'])))].toSorted(
    (a, b) => rankOf(a) - rankOf(b),
  );
  return cell(
    ...levels.flatMap((level) => {
      const held = entries.filter((entry) => plain(entry['hierarchy_level']) === level);
      if (isCompact) return held.map((entry, i) => control(entry, i === 0 && level ? `${labelOf(level)}: ` : ''));
      return [...(level ? [text(labelOf(level), 'caption')] : []), ...held.map((entry) => control(entry))];
    }),
  );
}

function control(entry: JsonObject, level = ''): Part {
  const by = plain(entry['responsibility']);
  const more = leftovers(entry, ['description', 'value', 'hierarchy_level', 'responsibility']).map(
    ([name, value]) => `; ${name}: ${value}`,
  );
  const words = textOf(entry['description']) || textOf(entry['value']);
  return point([
    ...(level ? [{ text: level, bold: true }] : []),
    { text: words },
    ...(by ? [{ text: ` – ${by}`, bold: true }] : []),
    { text: more.join('') },
  ]);
}

function rankOf(level: string): number {
  const rank = hierarchyLevels.find((entry) => entry.value === level)?.rank;
  return rank ?? hierarchyLevels.length + 1;
}
