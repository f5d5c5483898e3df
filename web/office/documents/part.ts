/** What each part of a document's page is given. */
import type { rest } from '../base/server.ts';

export interface DocumentPart {
  readonly document: Awaited<ReturnType<typeof rest.getDocument>>;
  /** Reads the document once more, after a change. */
  readonly again: () => void;
}
