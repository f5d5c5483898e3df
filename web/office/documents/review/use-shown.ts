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
  const isMoved = mayDecide && kept !== null && kept.status === 'pending_review' && kept.revision !== document.revision;
  // With each reading, also one that tells nothing new: the one after a step of one's own ends the following.
  useEffect(() => {
    if (!isMoved) setKept(document);
  }, [document, isMoved]);
  return { shown: isMoved ? kept : document, isMoved, follow: () => setKept(null) };
}
