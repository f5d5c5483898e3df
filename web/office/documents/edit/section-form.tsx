/** One section: its title, its text, and the steps, rows or values of a section that has fields of its own. */
import type { rest } from '../../base/server.ts';
import type { DocumentPart } from '../part.ts';
import { plainText } from '../plain-text.ts';
import { Questions } from './questions.tsx';
import { SavedField } from './saved-field.tsx';
import { SectionData, isWritable } from './section-data.tsx';

type Section = DocumentPart['document']['sections'][number];
type Body = NonNullable<Parameters<typeof rest.updateSection>[0]['body']>;

export function SectionForm({
  section: { title, body, data, section_type: type },
  save,
}: {
  readonly section: Section;
  readonly save: (body: Body) => Promise<void>;
}) {
  const text = (
    <SavedField label="Text" name="body" rows={5} save={(words) => void save({ body: words })} value={body ?? ''} />
  );
  return (
    <>
      <SavedField label="Title" name="title" save={(words) => void save({ title: words })} value={title} />
      {type === 'understanding_check' ? (
        <Questions data={data ?? {}} save={(next) => void save({ data: next as Body['data'] })} /> // likewise
      ) : isWritable(data) ? (
        <SectionData data={data} save={(next) => void save({ data: next as Body['data'] })} /> // JSON, as it was read
      ) : (
        data && <p class="running">{plainText(data)}</p>
      )}
      {text}
    </>
  );
}
