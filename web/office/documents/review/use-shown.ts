/** The version that a reviewer was shown: when it moves meanwhile, the page stays with it until they have asked to see what it is now. */
import { useEffect, useState } from 'preact/hooks';
import type { DocumentPart } from '../part.ts';

type Document = DocumentPart['document'];

export interface ShownVersion {
  readonly shown: Document;
  readonly isMoved: boolean;
  /** After looking again, and after a step of one's own. */
  readonly follow: () => void;
}

export function useShown(document: Document, mayDecide: boolean): ShownVersion {
  const [kept, setKept] = useState<Document | null>(document);
  const isMoved = mayDecide && kept !== null && kept.status === 'pending_review' && !isSameRound(kept, document);
  // With each reading, also one that tells nothing new: the one after a step of one's own ends the following.
  useEffect(() => {
    if (!isMoved) setKept(document);
  }, [document, isMoved]);
  return { shown: isMoved ? kept : document, isMoved, follow: () => setKept(null) };
}

/** Under review nothing is written; what else happens to a document, such as a condition that is met, is nothing to look at again. */
function isSameRound(kept: Document, now: Document): boolean {
  const [before, after] = [kept, now].map(({ review_rounds: rounds }) => rounds.at(-1));
  return kept.status === now.status && before?.id === after?.id;
}
