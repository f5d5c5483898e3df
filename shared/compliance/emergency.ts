/**
 * Emergency arrangements: which people and places they name, and whether two descriptions mean the same place (contract, Compliance check,
 * GEN-03 and GEN-04).
 */
import type { Section } from './sections.ts';

export type EmergencyDetail = 'first_aider' | 'assembly_point' | 'nearest_hospital';

const saidInText: Readonly<Record<EmergencyDetail, RegExp>> = {
  first_aider: /\bfirst[\s-]?aiders?\b/i,
  assembly_point: /\b(?:assembly|muster)\b/i,
  nearest_hospital: /\b(?:hospital|infirmary|accident and emergency|A&E)\b/i,
};

/** The text under the key or one of its synonyms, or the line of free text that mentions it; otherwise empty. */
export function detailsOf(section: Section | undefined): Readonly<Record<EmergencyDetail, string>> {
  const values = [...(section?.valuesByKey ?? [])].filter(([, value]) => value !== '');
  const lines = values.length === 0 ? (section?.text.split('\n') ?? []) : [];
  const detail = (part: EmergencyDetail): string =>
    values.find(([key]) => key === part)?.[1] ??
    values.find(([key]) => saidInText[part].test(key.replaceAll('_', ' ')))?.[1] ??
    lines.find((line) => saidInText[part].test(line)) ??
    '';
  return {
    first_aider: detail('first_aider'),
    assembly_point: detail('assembly_point'),
    nearest_hospital: detail('nearest_hospital'),
  };
}

/** Words too common in the names of assembly points and hospitals to identify one. */
const common = new Set(
  'the of and at by in on to from an hospital infirmary royal general university emergency department road street lane point sign assembly muster'.split(
    ' ',
  ),
);

/**
 * Two descriptions of a place match if half of the significant words of the shorter one occur in the other. A label such as `AP1` or `Point
 * B` decides by itself if both have one.
 */
export function agree(one: string, other: string): boolean {
  const [marks, otherMarks] = [marksIn(one), marksIn(other)];
  if (marks.size > 0 && otherMarks.size > 0 && marks.isDisjointFrom(otherMarks)) return false;
  const [a, b] = [tellingWords(one), tellingWords(other)];
  const fewer = Math.min(a.size, b.size);
  if (fewer === 0) return one.toLowerCase().trim() === other.toLowerCase().trim();
  return a.intersection(b).size * 2 >= fewer;
}

function marksIn(text: string): Set<string> {
  const found = text.matchAll(
    /\b(?:(?:[Pp]oint|[Ss]ign)[ -]{1,2}([A-Z]{1,2}[ -]?[A-Z\d]?\d?|\d{1,2})|(AP[ -]?[A-Z\d]\d?))\b/g,
  );
  return new Set([...found].map(([, mark, code]) => (mark ?? code ?? '').replaceAll(/[ -]/g, '')));
}

function tellingWords(text: string): Set<string> {
  const all = text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  return new Set(all.filter((word) => !common.has(word)));
}
