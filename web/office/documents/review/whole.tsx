/** Everything as the version under review has it, with what became of each entry since the approved one; the keys of the changes work here. */
import type { DocumentPart } from '../part.ts';
import { Reader } from '../read/reader.tsx';
import type { ChangedEntry } from './changes.ts';
import { KindTag } from './kind-tag.tsx';
import { useChangeKeys } from './use-change-keys.ts';

export function Whole({
  document,
  changes,
  comment,
}: Pick<DocumentPart, 'document'> & {
  readonly changes: readonly ChangedEntry[];
  /** Absent = nobody can comment now. */
  readonly comment?: (place: string) => void;
}) {
  const around = useChangeKeys<HTMLDivElement>(comment);
  return (
    <div class="stack" ref={around}>
      <Reader document={document} tags={new Map(changes.map(({ key, kind }) => [key, <KindTag kind={kind} />]))} />
    </div>
  );
}
