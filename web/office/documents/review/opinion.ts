/** What a reviewer has written so far about a document: kept while the tab is open, whatever happens to the screen or to the version. */
import { useReducer } from 'preact/hooks';
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
/** By document and version: what was written about one version is not said of another. */
const opinions = new Map<string, Opinion>();

export type Writing = ReturnType<typeof useOpinion>;

export function useOpinion(document: string, version: number) {
  const [, redraw] = useReducer((turn: number) => turn + 1, 0);
  const key = keyOf(document, version);
  const opinion = opinions.get(key) ?? nothing;
  const keep = (of: string, next: Opinion): void => {
    opinions.set(of, next);
    if (isWritten(next)) keptInTab.add(of);
    else keptInTab.delete(of);
    redraw(0);
  };
  const change = (changed: (before: Opinion) => Opinion): void => keep(key, changed(opinions.get(key) ?? nothing));
  const older = Array.from({ length: version - 1 }, (_, i) => i + 1)
    .map((each) => ({ version: each, opinion: opinions.get(keyOf(document, each)) ?? nothing }))
    .findLast((each) => isWritten(each.opinion));
  return {
    opinion,
    isWritten: isWritten(opinion),
    /** What was written about an earlier version, and is not known to have been sent. */
    older: older && {
      ...older,
      drop: (): void => keep(keyOf(document, older.version), nothing),
    },
    write: (changes: Partial<Opinion>): void => change((before) => ({ ...before, ...changes })),
    /** A place that is asked for gets a new comment, which is written at once; with its name, for it may be removed meanwhile. */
    commentOn: (place: string, where = ''): void =>
      change((before) => ({ ...before, comments: [...before.comments, { text: '', place, where }] })),
    clear: (): void => change(() => nothing),
  };
}

function keyOf(document: string, version: number): string {
  return `${document} ${version}`;
}

function isWritten({ note, comments, conditions, isMaterial }: Opinion): boolean {
  return (
    !isMaterial || note.trim() !== '' || conditions.length > 0 || comments.some(({ text = '' }) => text.trim() !== '')
  );
}
