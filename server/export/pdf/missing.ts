/** Characters that no face has: a numbered mark replaces each, and a last section names their code points. */
import { clustersOf, type Faces, isPlain } from '../fonts/faces.ts';
import { withoutIsolates } from '../fonts/isolation.ts';
import type { Block, DocumentModel } from '../model/blocks.ts';
import { eachText, visitTexts } from '../model/each-text.ts';
import { heading, paragraph, table, text } from '../model/make.ts';

/** Every string of the model that may need more than the base face. */
export function unusualTexts(model: DocumentModel): ReadonlySet<string> {
  const found = new Set<string>();
  visitTexts(model, (words) => {
    if (!isPlain(words)) found.add(words);
  });
  return found;
}

/** The model with its missing characters marked; the same model where every face has all that is `unusual` in it. */
export function withMissingMarked(model: DocumentModel, unusual: ReadonlySet<string>, faces: Faces): DocumentModel {
  const numbers = new Map<string, number>();
  const marked = new Map(Array.from(unusual, (words) => [words, drawable(words)] as const));
  if ([...marked].every(([words, drawn]) => words === drawn)) return model;
  const { blocks, ...rest } = eachText(model, (words) => marked.get(words) ?? words);
  const notes = numbers.size === 0 ? [] : footnotes([...numbers.keys()]);
  return { ...rest, blocks: [...blocks, ...notes] };

  /** White space that the base face lacks, such as a tab, is a space. */
  function drawable(words: string): string {
    const { regular } = faces.base;
    const spaced = words.replaceAll(/[^\S\n]/g, (space) => (regular.covers(space) ? space : ' '));
    return spaced
      .split(/(\s+)/)
      .map((part) => (part.trim() === '' ? part : markWord(part)))
      .join('');
  }

  function markWord(word: string): string {
    if (isPlain(word)) return word;
    let drawn = '';
    for (const cluster of clustersOf(word)) {
      const bare = withoutIsolates(cluster);
      if (faces.faceOf(bare, word, false)) drawn += cluster;
      else drawn += cluster.replace(bare, markOf(bare));
    }
    return drawn;
  }

  function markOf(cluster: string): string {
    const number = numbers.get(cluster) ?? numbers.size + 1;
    numbers.set(cluster, number);
    return `□${String(number).replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit)))}`;
  }
}

function footnotes(clusters: readonly string[]): readonly Block[] {
  return [
    heading(1, 'Characters that could not be printed'),
    paragraph(
      'Each mark in this document replaces the characters beside it here. The attached files hold them as they were written.',
    ),
    table('Marks and the characters they replace', clusters, [
      ['Mark', 14, (_, i) => text(`□ ${i + 1}`, 'strong')],
      ['Unicode code points', 86, codePoints],
    ]),
  ];
}

function codePoints(cluster: string): string {
  const points = Array.from(cluster, (character) => (character.codePointAt(0) ?? 0).toString(16).toUpperCase());
  const named = points.slice(0, 20).map((point) => `U+${point.padStart(4, '0')}`);
  const rest = points.length > 20 ? ` and ${points.length - 20} more` : '';
  const note = cluster.includes('\ufffd')
    ? ' (bytes that are no character, or more accents than a letter can carry)'
    : '';
  return `${named.join(' ')}${rest}${note}`;
}
