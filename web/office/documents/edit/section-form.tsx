/** One section: its title, its text, and the steps, rows or values of a section that has fields of its own. */
import { dataKindOf } from '../../../../shared/resources/document/section-rows.ts';
import type { Rest } from '../../base/attempt.ts';
import type { DocumentPart } from '../part.ts';
import { plainText } from '../plain-text.ts';
import type { Save } from '../../../ui/written/use-written.ts';
import { isOfQuestions, Questions } from './questions.tsx';
import { SavedField } from './saved/field.tsx';
import { SavedPhotos } from './saved/photos.tsx';
import { SectionData, isWritable } from './section-data.tsx';

type Section = DocumentPart['document']['sections'][number];
type Data = Readonly<Record<string, unknown>>;
type Body = NonNullable<Parameters<Rest['updateSection']>[0]['body']>;

export function SectionForm({
  section: { title, body, data, photos, section_type: type },
  save,
}: {
  readonly section: Section;
  readonly save: Save<Body>;
}) {
  const saveData = (next: Data, seen: Data | undefined) =>
    save({ data: next as Body['data'] }, { data: seen as Body['data'] }); // JSON, as it was read
  const text = (
    <SavedField
      label="Text"
      name="body"
      rows={5}
      save={(words, seen) => save({ body: words }, { body: seen })}
      value={body ?? ''}
    />
  );
  return (
    <>
      <SavedField
        label="Title"
        name="title"
        save={(words, seen) => save({ title: words }, { title: seen })}
        value={title}
      />
      {dataKindOf(type) === 'quiz' && isOfQuestions(data) ? (
        <Questions data={data ?? {}} save={saveData} />
      ) : isWritable(type, data) ? (
        <SectionData data={data} save={saveData} type={type} />
      ) : (
        data && (
          <>
            <p class="running">{plainText(data)}</p>
            <p class="second">Another system wrote this content. It is changed there.</p>
          </>
        )
      )}
      {text}
      <SavedPhotos of={title} photos={photos} save={(next, seen) => save({ photos: next }, { photos: seen })} />
    </>
  );
}
