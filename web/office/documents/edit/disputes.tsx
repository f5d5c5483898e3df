/** Fields of a draft that two people wrote differently: marked where they are, with the way to settle them. */
import { Notice } from '../../../ui/notice.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useLoaded } from '../../base/loaded.ts';
import { rest } from '../../base/server.ts';
import { fieldWords } from '../field-words.ts';
import type { DocumentPart } from '../part.ts';

export type Dispute = Awaited<ReturnType<typeof rest.listConflicts>>['data'][number];

/** Read once more with each change of the document, which may have settled one. */
export function useDisputes({
  id,
  revision,
  updated_at: at,
}: DocumentPart['document']): (entry: string) => readonly Dispute[] {
  const read = useLoaded(`disputes ${id} ${revision} ${at}`, () =>
    rest.listConflicts({ query: { document_id: id, status: 'open', per_page: '100' } }),
  );
  return (entry) => read.value?.data.filter(({ record_id }) => record_id === entry) ?? [];
}

interface Props {
  readonly disputes: readonly Dispute[];
}

export function DisputeMark({ disputes }: Props) {
  return disputes.length > 0 ? <Tag tone="care">2 values</Tag> : null;
}

export function Disputes({ disputes }: Props) {
  return (
    <>
      {disputes.map(({ id, field }) => (
        <Notice actions={<a href={`/office/settle/${id}`}>Settle it</a>} key={id} tone="care">
          Two people wrote different values for {fieldWords(field)}.
        </Notice>
      ))}
    </>
  );
}
