/** The parts of a cell or box, with their changes marked. */
import type { Change, Part } from '../blocks.ts';
import { text } from '../make.ts';
import { align, likenessOf, type Alike } from './align.ts';
import { isListedAlike, listedIn } from './listed.ts';
import { allRuns, changedRuns, wordsOf } from './runs.ts';

const byWords: Alike<Part> = {
  keyOf: (part) => ('of' in part ? part.of : undefined),
  wordsOf: (part) => `${part.kind} ${part.kind === 'text' ? part.tone : ''} ${partWords(part)}`,
  alike: (was, is) => {
    // Another photo is another one, whatever is written below it.
    if (!isOfOneKind(was, is) || is.kind === 'named_photo') return 0;
    return is.kind === 'chip' || is.kind === 'signs' ? 1 : likenessOf(partWords(was), partWords(is));
  },
};

export function changedParts(before: readonly Part[], after: readonly Part[]): readonly Part[] {
  const [was, is] = [before[0], after[0]];
  const [listed, relisted] = [listedIn(before), listedIn(after)];
  const changed = (old: Part, fresh: Part): readonly Part[] =>
    isListedAlike(listed.get(old), relisted.get(fresh))
      ? changedPart(old, fresh)
      : [...removedPart(old), ...addedPart(fresh)];
  // A value that was replaced stays in its place, however little the two have in common.
  if (was && is && before.length === 1 && after.length === 1 && was.kind !== 'named_photo' && isOfOneKind(was, is))
    return changed(was, is);
  return align(before, after, byWords).flatMap(({ was: old, is: fresh, isMoved }) =>
    old && fresh ? [...(isMoved ? toldOfMove(fresh) : []), ...changed(old, fresh)] : wholePart(old, fresh),
  );
}

/** Of a photo; the place of what else has a key follows from the form. */
export function toldOfMove(part: Part | undefined): readonly Part[] {
  return part?.kind === 'named_photo'
    ? [told(['Moved photo or sheet', part.caption].filter(Boolean).join(': '), 'added')]
    : [];
}

function wholePart(old: Part | undefined, fresh: Part | undefined): readonly Part[] {
  return old ? removedPart(old) : fresh ? addedPart(fresh) : [];
}

function isOfOneKind(was: Part, is: Part): boolean {
  if (was.kind === 'text' && is.kind === 'text') return isName(was) === isName(is);
  return was.kind === is.kind;
}

/** Of a group of facts or of controls. */
function isName({ tone }: Extract<Part, { kind: 'text' }>): boolean {
  return tone === 'caption';
}

/** What it says; what is drawn of it alone says nothing. */
export function partWords(part: Part): string {
  switch (part.kind) {
    case 'text':
      return wordsOf(part.runs);
    case 'point':
      return `${wordsOf(part.runs)}${isTicked(part) ? ' ✓' : ''}`;
    case 'chip':
      return part.text;
    case 'signs':
      return part.signs.map(({ name }) => name).join(', ');
    case 'named_photo':
      return `${part.of ?? part.id} ${part.caption}`;
    case 'signature_line':
      return part.label;
    case 'ink':
    case 'picture':
    case 'qr':
      return '';
  }
}

/** The right answer of a question, in the copy for the briefer; its letter follows from its place. */
function isTicked({ marker }: Extract<Part, { kind: 'point' }>): boolean {
  return marker.startsWith('✓');
}

function changedPart(was: Part, is: Part): readonly Part[] {
  if (is.kind === 'text' && was.kind === 'text') return [{ ...is, runs: changedRuns(was.runs, is.runs) }];
  if (is.kind === 'point' && was.kind === 'point') {
    const change = isTicked(is) ? 'added' : 'removed';
    const tick = isTicked(was) === isTicked(is) ? [] : [{ text: ' ' }, { text: 'right answer', change } as const];
    return [{ ...is, runs: [...changedRuns(was.runs, is.runs), ...tick] }];
  }
  // Another file under the same id is another photo.
  const isOtherFile =
    was.kind === 'named_photo' && is.kind === 'named_photo' && was.file && is.file && was.file !== is.file;
  if (isOtherFile) return [...removedPart(was), ...addedPart(is)];
  if (partWords(was) === partWords(is)) return [is];
  if (was.kind === 'chip' && is.kind === 'chip')
    return [
      { ...was, change: 'removed' },
      { ...is, change: 'added' },
    ];
  // The names of bare ones are beside them, and are marked there.
  if (was.kind === 'signs' && is.kind === 'signs')
    return is.bare ? [is] : [is, ...changedParts([text(partWords(was))], [text(partWords(is))])];
  if (was.kind === 'named_photo' && is.kind === 'named_photo')
    return [is, ...changedParts([text(`Caption: ${was.caption}`)], [text(`Caption: ${is.caption}`)])];
  return [is];
}

export function removedPart(part: Part): readonly Part[] {
  switch (part.kind) {
    case 'text':
    case 'point':
      return [{ ...part, runs: allRuns(part.runs, 'removed') }];
    case 'chip':
      return [{ ...part, change: 'removed' }];
    case 'signs':
      return part.bare ? [] : [told(partWords(part), 'removed')];
    case 'named_photo':
      return [told(['Photo or sheet', part.caption].filter(Boolean).join(': '), 'removed')];
    case 'signature_line':
    case 'ink':
    case 'picture':
    case 'qr':
      return [];
  }
}

export function addedPart(part: Part): readonly Part[] {
  switch (part.kind) {
    case 'text':
    case 'point':
      return [{ ...part, runs: allRuns(part.runs, 'added') }];
    case 'chip':
      return [{ ...part, change: 'added' }];
    case 'signs':
      return part.bare ? [part] : [part, told(`New: ${partWords(part)}`, 'added')];
    case 'named_photo':
      return [told(['New photo or sheet', part.caption].filter(Boolean).join(': '), 'added'), part];
    case 'signature_line':
    case 'ink':
    case 'picture':
    case 'qr':
      return [part];
  }
}

/** Said of what only a picture shows. */
export function told(words: string, change: Change): Part {
  return { kind: 'text', runs: [{ text: words, change }], tone: 'normal' };
}
