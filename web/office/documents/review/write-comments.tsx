/** What a reviewer wants changed, comment by comment, each at its hazard or section. */
import { RowsField } from '../../../ui/written/rows-field.tsx';
import type { Row } from '../../../ui/written/written-row.tsx';
import type { Rest } from '../../base/attempt.ts';
import type { DocumentPart } from '../part.ts';
import { goneName, placesIn } from './comments-at.ts';

type Rejection = NonNullable<Parameters<Rest['reject']>[0]['body']>;
type Comments = NonNullable<Rejection['comments']>;

export function WriteComments({
  document,
  rows,
  onWritten,
}: Pick<DocumentPart, 'document'> & {
  readonly rows: readonly Row[];
  readonly onWritten: (rows: readonly Row[]) => void;
}) {
  const { hazards, sections } = document;
  const names = placesIn(document);
  const gone = rows.filter(({ place = '' }) => place !== '' && !names.has(place));
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
            ...new Map(gone.map(({ place = '', where }) => [place, goneName(where || 'A part')])),
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
      save={(written) => onWritten(written.map((row) => withName(row, names)))}
    />
  );
}

/** With the name of its place, as long as that is there. */
function withName(row: Row, names: ReadonlyMap<string, string>): Row {
  const { place = '' } = row;
  return { ...row, where: names.get(place) ?? (place === '' ? '' : (row['where'] ?? '')) };
}

/** In a sentence, for the note of an approval. */
export function commentLine(
  { text = '', place = '', where }: Row,
  document: Pick<DocumentPart['document'], 'hazards' | 'sections'>,
) {
  const name = place === '' ? '' : (placesIn(document).get(place) ?? goneName(where || 'A part'));
  return [name, text.trim()].filter(Boolean).join(': ');
}

/** Of the `section` of a comment. */
const longestName = 60;

export function commentsFrom(rows: readonly Row[]): Comments {
  return rows.map(({ text = '', place = '', where, severity }) => {
    const [kind, id] = place.split(' ');
    const at = kind === 'hazard' ? { hazard_id: id } : kind === 'section' ? { section_id: id } : {};
    const named = where ? { section: where.slice(0, longestName) } : {};
    return { text: text.trim(), severity: severity === 'should_fix' ? severity : 'must_fix', ...at, ...named };
  });
}
