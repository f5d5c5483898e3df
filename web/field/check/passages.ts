/** Which part of the text of a version has the answer to a question of its understanding check. */
import type { Question } from '../../../shared/resources/signoff/understanding.ts';
import type { Content, Picture } from '../base/content.ts';
import { linesOf } from '../base/section-lines.ts';
import type { CardWords } from '../document/facts/key-points.ts';
import { factsOf } from '../document/facts/substance-points.ts';

export interface Passage {
  readonly title: string;
  readonly lines: readonly string[];
}

const mostLines = 8;

/** The part of the document that has most words in common with the question and its right answer. */
export function passageFor(
  { question, options, answer_index: answer }: Question,
  content: Content,
  words: CardWords,
): Passage | null {
  const sought = wordsIn(`${question} ${options[answer] ?? ''}`);
  const score = (text: string): number => [...wordsIn(text)].filter((word) => sought.has(word)).length;
  const sections = partsOf(content).map((section): Passage => ({
    title: section.title,
    lines: linesOf(section, words),
  }));
  const hazards = content.hazards.map(({ name, description, controls = [] }): Passage => ({
    title: name,
    lines: [...(description ? [description] : []), ...controls.map((control) => control.description)],
  }));
  const substances = content.substances.map((substance): Passage => ({
    title: substance.substance_name,
    lines: factsOf(substance, words),
  }));
  const scored = [...sections, ...hazards, ...substances].map(({ title, lines }) => {
    const best = lines.toSorted((a, b) => score(b) - score(a)).slice(0, mostLines);
    const kept = lines.filter((line) => best.includes(line));
    return { passage: { title, lines: kept }, score: score(`${title} ${best[0] ?? ''}`) };
  });
  const [first] = scored.toSorted((a, b) => b.score - a.score);
  return first && first.score > 0 ? first.passage : null;
}

/** What a question is about, as the document shows it. */
export interface Shows {
  /** The name of the part. */
  readonly of: string;
  readonly photos: readonly Picture[];
  /** Codes of GHS signs. */
  readonly signs: readonly string[];
}

/**
 * Of the hazard, substance or section whose name has most words in common with the question, where it has photos or signs. The answers are
 * not asked: a picture must not give one away.
 */
export function picturesFor({ question }: Question, { hazards, substances, sections }: Content): Shows | null {
  const sought = wordsIn(question);
  const parts: readonly Shows[] = [
    ...hazards.map(({ name: of, photos = [] }) => ({ of, photos, signs: [] })),
    ...substances.map(({ substance_name: of, pictograms }) => ({ of, photos: [], signs: pictograms ?? [] })),
    ...partsOf({ sections }).map(({ title: of, photos = [] }) => ({ of, photos, signs: [] })),
  ];
  const scored = parts.map((part) => ({ part, score: wordsIn(part.of).intersection(sought).size }));
  const [first] = scored.toSorted((a, b) => b.score - a.score);
  if (!first || first.score === 0) return null;
  return first.part.photos.length + first.part.signs.length > 0 ? first.part : null;
}

/** The check itself is no part that has its own answers. */
function partsOf({ sections }: Pick<Content, 'sections'>): Content['sections'] {
  return sections.filter(({ section_type: type }) => type !== 'understanding_check');
}

const shortest = 4;

/** Without those that every sentence has, and with numbers. */
function wordsIn(text: string): Set<string> {
  return new Set(
    (text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []).filter((word) => word.length >= shortest || /\d/.test(word)),
  );
}
