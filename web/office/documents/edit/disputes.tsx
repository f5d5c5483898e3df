/** Fields of a draft that two people wrote differently: marked where they are, with the way to settle them. */
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { Notice } from '../../../ui/notice.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useLoaded } from '../../base/loaded.ts';
import type { Rest } from '../../base/attempt.ts';
import { rest } from '../../base/server.ts';
import { fieldWords } from '../../base/field-words.ts';
import { usePlaces, type PlaceName } from '../../base/sites.ts';
import type { DocumentPart } from '../part.ts';
import { isChangedSince } from '../changed-since.ts';
import { disputedText } from '../disputed-text.ts';

export type Dispute = Awaited<ReturnType<Rest['listConflicts']>>['data'][number];

/**
 * Read once more with each reading of the document: an edit may leave it as it is and keep a second value beside it. Another function only
 * where the disputes are others.
 */
export function useDisputes(document: DocumentPart['document']): (entry: string) => readonly Dispute[] {
  const { id } = document;
  const { value, again } = useLoaded(`disputes ${id}`, () =>
    rest.listConflicts({ query: { document_id: id, status: 'open', per_page: '100' } }),
  );
  const last = useRef(document);
  useEffect(() => {
    if (last.current !== document) again();
    last.current = document;
  }, [document]);
  const found = value?.data ?? [];
  return useMemo(() => (entry) => found.filter(({ record_id }) => record_id === entry), [JSON.stringify(found)]);
}

interface Props {
  readonly disputes: readonly Dispute[];
}

export function DisputeMark({ disputes }: Props) {
  return disputes.length > 0 ? <Tag tone="care">2 values</Tag> : null;
}

/** Reads the names of places only where something is disputed. */
export function Disputes({ disputes }: Props) {
  return disputes.length > 0 && <Each disputes={disputes} />;
}

function Each({ disputes }: Props) {
  const { placeName } = usePlaces();
  return (
    <>
      {disputes.map((dispute) => (
        <Notice actions={<a href={`/office/settle/${dispute.id}`}>Settle it</a>} key={dispute.id} tone="care">
          Two people wrote different values for {fieldWords(dispute.field)}. {bothOf(dispute, placeName)}
        </Notice>
      ))}
    </>
  );
}

function bothOf(dispute: Dispute, placeName: PlaceName): string {
  const { field, kept, theirs, mine, author } = dispute;
  const textOf = (value: unknown): string => disputedText(field, value, placeName);
  const [now, other] = (kept === 'mine' ? [mine, theirs] : [theirs, mine]).map(textOf);
  if (isChangedSince(dispute))
    return `They are “${now}” and “${other}”; since then “${textOf(dispute.now)}” was written.`;
  if (kept === 'both') return `The document has “${textOf(dispute.now)}”; ${author.name} wrote “${other}”.`;
  return `The document has “${now}”; kept beside it is “${other}”${kept === 'mine' ? '' : `, by ${author.name}`}.`;
}
