/** Which part of the text of a version has the answer to a question of its understanding check. */
import type { Question } from '../../../shared/resources/signoff/understanding.ts';
import { linesOf, type Content } from '../base/content.ts';
import { factsOf } from '../document/facts/substance-points.ts';
import type { substanceWords } from '../words/en-substance.ts';

export interface Passage {
  readonly title: string;
  readonly lines: readonly string[];
}

const mostLines = 8;

/** The part of the document that has most words in common with the question and its right answer. */
export function passageFor(
  { question, options, answer_index: answer }: Question,
  content: Content,
  words: typeof substanceWords,
): Passage | null {
  const sought = wordsIn(`${question} ${options[answer] ?? ''}`);
  const score = (text: string): number => [...wordsIn(text)].filter((word) => sought.has(word)).length;
  const sections = content.sections
    .filter(({ section_type: type }) => type !== 'understanding_check')
    .map((section): Passage => ({ title: section.title, lines: linesOf(section) }));
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

const shortest = 4;

/** Without those that every sentence has, and with numbers. */
function wordsIn(text: string): Set<string> {
  return new Set(
    (text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []).filter((word) => word.length >= shortest || /\d/.test(word)),
  );
}
