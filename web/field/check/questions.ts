/** The understanding check of a version: its questions, whether they are asked before signing, and which part of the text has an answer. */
import type { Device } from '../../../client-sdk/device-type.ts';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { contentOf, linesOf, type Content } from '../base/content.ts';

export interface Question {
  readonly question: string;
  readonly options: readonly string[];
  readonly answer_index: number;
}

/** Types that are talked through with the crew (compliance rule BRF-01). */
const talkedThrough = new Set(['rams', 'toolbox_talk']);

/** Empty = none is due. */
export function questionsDue(version: Shown<'version'>, { signoff }: Device['settings']): readonly Question[] {
  const asked = signoff.understanding_check;
  if (asked === 'off' || (asked === 'required_for_rams' && !talkedThrough.has(version.document_type))) return [];
  const section = contentOf(version).sections.find((each) => each.section_type === 'understanding_check');
  const items = (section?.data?.items ?? []) as readonly Partial<Question>[]; // of this type of section
  return items.flatMap(({ question, options = [], answer_index: answer = -1 }) =>
    question && options[answer] !== undefined ? [{ question, options, answer_index: answer }] : [],
  );
}

export interface Passage {
  readonly title: string;
  readonly lines: readonly string[];
}

const mostLines = 8;

/** The part of the document that has most words in common with the question and its right answer. */
export function passageFor({ question, options, answer_index: answer }: Question, content: Content): Passage | null {
  const sought = wordsIn(`${question} ${options[answer] ?? ''}`);
  const score = (text: string): number => [...wordsIn(text)].filter((word) => sought.has(word)).length;
  const sections = content.sections
    .filter(({ section_type: type }) => type !== 'understanding_check')
    .map((section): Passage => ({ title: section.title, lines: linesOf(section) }));
  const hazards = content.hazards.map(({ name, description, controls = [] }): Passage => ({
    title: name,
    lines: [...(description ? [description] : []), ...controls.map((control) => control.description)],
  }));
  const scored = [...sections, ...hazards].map(({ title, lines }) => {
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
