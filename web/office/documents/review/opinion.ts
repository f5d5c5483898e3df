/** What a reviewer has written so far about a document: kept while the tab is open, whatever happens to the screen or to the version. */
import { useState } from 'preact/hooks';
import type { Row } from '../../../ui/written/written-row.tsx';
import { keptInTab } from '../../base/unsaved.ts';

export interface Opinion {
  readonly note: string;
  readonly comments: readonly Row[];
  readonly conditions: readonly Row[];
  /** Everybody is briefed, and signs again. */
  readonly isMaterial: boolean;
}

const nothing: Opinion = { note: '', comments: [], conditions: [], isMaterial: true };
/** By document. */
const opinions = new Map<string, Opinion>();

export type Writing = ReturnType<typeof useOpinion>;

export function useOpinion(document: string) {
  const [opinion, setOpinion] = useState(opinions.get(document) ?? nothing);
  const change = (changed: (before: Opinion) => Opinion): void => {
    const next = changed(opinions.get(document) ?? nothing);
    opinions.set(document, next);
    if (isWritten(next)) keptInTab.add(document);
    else keptInTab.delete(document);
    setOpinion(next);
  };
  return {
    opinion,
    isWritten: isWritten(opinion),
    write: (changes: Partial<Opinion>): void => change((before) => ({ ...before, ...changes })),
    /** A place that is asked for gets a new comment, which is written at once. */
    commentOn: (place: string): void =>
      change((before) => ({ ...before, comments: [...before.comments, { text: '', place }] })),
    clear: (): void => change(() => nothing),
  };
}

function isWritten({ note, comments, conditions, isMaterial }: Opinion): boolean {
  return (
    !isMaterial || note.trim() !== '' || conditions.length > 0 || comments.some(({ text = '' }) => text.trim() !== '')
  );
}
