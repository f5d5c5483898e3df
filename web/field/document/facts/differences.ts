/**
 * What a new version changed, as before and now in the words of the document, one entry for each hazard, substance and section: all that
 * the tablet shows of them.
 */
import { lacking } from '../../../../shared/base/lacking.ts';
import type { Content, Hazard, Picture, Section, Substance } from '../../base/content.ts';
import { unnumberedLinesOf } from '../../base/section-lines.ts';
import type { changedWords } from '../../words/en-changed.ts';
import type { documentWords } from '../../words/en-document.ts';
import type { editWords } from '../../words/en-edit.ts';
import type { rowWords } from '../../words/en-rows.ts';
import type { substanceWords } from '../../words/en-substance.ts';
import type { Words } from '../../words/en.ts';
import { factsOf } from './substance-points.ts';

export interface Difference {
  readonly id: string;
  readonly title: string;
  /** The lines that are gone, and those that came; where others changed places, all of them. */
  readonly before: readonly string[];
  readonly now: readonly string[];
  readonly isNew: boolean;
  readonly isGone: boolean;
}

type Said = Words &
  typeof changedWords &
  typeof documentWords &
  typeof editWords &
  typeof rowWords &
  typeof substanceWords;

/** What it says; `of` tells two that say the same apart. */
interface Line {
  readonly text: string;
  readonly of?: string;
}

export function differencesOf(before: Content, now: Content, words: Said): readonly Difference[] {
  const hazards = compared(before.hazards, now.hazards, (hazard) => [
    { text: hazard.name },
    ...said(hazardLines(hazard, words)),
    ...pictureLines(hazard.photos, hazard.name, words),
  ]);
  const substances = compared(before.substances, now.substances, (substance) => [
    { text: substance.substance_name },
    ...said([...factsOf(substance, words), ...ratingLines(substance, words)]),
    ...pictureLines(substance.photos, substance.substance_name, words),
  ]);
  const sections = compared(before.sections, now.sections, (section) => [
    { text: section.title },
    ...said(unnumberedLinesOf(section, words)),
    ...pictureLines(section.photos, section.title, words),
  ]);
  return [...hazards, ...substances, ...sections];
}

/** `linesIn` = the first is its title. */
function compared<Entry extends Hazard | Substance | Section>(
  before: readonly Entry[],
  now: readonly Entry[],
  linesIn: (entry: Entry) => readonly Line[],
): Difference[] {
  const ids = new Set([...now, ...before].map(({ id }) => id));
  return [...ids].flatMap((id) => {
    const [was = [], is = []] = [before, now].map((list) => list.filter((each) => each.id === id).flatMap(linesIn));
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    const [gone, added] = [lacking(was, is, nameOf), lacking(is, was, nameOf)];
    const kept = (lines: readonly Line[], but: readonly Line[]): string =>
      JSON.stringify(lines.filter((line) => !but.includes(line)));
    const isReordered = kept(was, gone) !== kept(is, added);
    return {
      id,
      title: (is[0] ?? was[0])?.text ?? '',
      before: textsOf(isReordered ? was : gone),
      now: textsOf(isReordered ? is : added),
      isNew: was.length === 0,
      isGone: is.length === 0,
    };
  });
}

function nameOf({ text, of = '' }: Line): string {
  return `${text}\t${of}`;
}

function textsOf(lines: readonly Line[]): string[] {
  return lines.map(({ text }) => text);
}

function said(texts: readonly string[]): Line[] {
  return texts.map((text) => ({ text }));
}

function hazardLines(hazard: Hazard, words: Said): string[] {
  const { description, who_at_risk: who, controls = [] } = hazard;
  return [
    ...(description ? [description] : []),
    ...(who ? [`${words.notes}: ${who}`] : []),
    ...controls.map((control) => control.description),
    ...ratingLines(hazard, words),
  ];
}

function ratingLines(
  { risk_before: before, band_before: bandBefore, risk_after: after, band_after: bandAfter }: Hazard | Substance,
  { bands, beforeControls, afterControls }: Said,
): string[] {
  const rated = [
    [beforeControls, before, bandBefore],
    [afterControls, after, bandAfter],
  ] as const;
  return rated.flatMap(([when, risk, band]) =>
    risk == null ? [] : [[`${when}: ${risk}`, band && (bands[band] ?? band)].filter(Boolean).join(' ')],
  );
}

function pictureLines(photos: readonly Picture[] = [], of: string, words: Said): Line[] {
  return photos.map(({ id, caption }) => ({ text: words.photoOrSheet(caption || of), of: id }));
}
