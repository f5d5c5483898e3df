/** What each part of a document's page is given. */
import type { Rest } from '../base/attempt.ts';

export interface DocumentPart {
  readonly document: Awaited<ReturnType<Rest['getDocument']>>;
  /** Reads the document once more, after a change. */
  readonly again: () => void;
}
