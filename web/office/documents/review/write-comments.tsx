/** What a reviewer wants changed, comment by comment, each at its hazard or section. */
import { RowsField } from '../../../ui/written/rows-field.tsx';
import type { Row } from '../../../ui/written/written-row.tsx';
import type { Rest } from '../../base/attempt.ts';
import type { DocumentPart } from '../part.ts';

type Rejection = NonNullable<Parameters<Rest['reject']>[0]['body']>;
type Comments = NonNullable<Rejection['comments']>;

export function WriteComments({
  document: { hazards, sections },
  rows,
  onWritten,
}: Pick<DocumentPart, 'document'> & {
  readonly rows: readonly Row[];
  readonly onWritten: (rows: readonly Row[]) => void;
}) {
  return (
    <RowsField
      columns={[
        { name: 'text', label: 'What has to change', lines: 2 },
        {
          name: 'place',
          label: 'Where',
          options: [
            ...hazards.map(({ id, name }) => [`hazard ${id}`, `Hazard: ${name}`] as const),
            ...sections.map(({ id, title }) => [`section ${id}`, title] as const),
          ],
          unsaid: 'The whole document',
        },
        {
          name: 'severity',
          label: 'How much it matters',
          options: [['should_fix', 'Should be mended']],
          unsaid: 'Must be mended',
        },
      ]}
      isLocal
      legend="Comments"
      name="comments"
      one="comment"
      rows={rows}
      save={onWritten}
    />
  );
}

/** In a sentence, for the note of an approval. */
export function commentLine(
  { text = '', place = '' }: Row,
  document: Pick<DocumentPart['document'], 'hazards' | 'sections'>,
) {
  const id = place.split(' ')[1];
  const { hazards, sections } = document;
  const name = hazards.find((each) => each.id === id)?.name ?? sections.find((each) => each.id === id)?.title;
  return [name, text.trim()].filter(Boolean).join(': ');
}

export function commentsFrom(rows: readonly Row[]): Comments {
  return rows.map(({ text = '', place = '', severity }) => {
    const [kind, id] = place.split(' ');
    const at = kind === 'hazard' ? { hazard_id: id } : kind === 'section' ? { section_id: id } : {};
    return { text: text.trim(), severity: severity === 'should_fix' ? severity : 'must_fix', ...at };
  });
}
