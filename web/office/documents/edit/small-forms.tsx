/** The forms of a section, a person and a substance. */
import type { rest } from '../../base/server.ts';
import type { DocumentPart } from '../part.ts';
import { plainText } from '../plain-text.ts';
import { SavedField } from './saved-field.tsx';

type Read = DocumentPart['document'];
type BodyOf<Name extends 'updateSection' | 'updatePersonnelEntry' | 'updateCoshhAssessment'> = Parameters<
  (typeof rest)[Name]
>[0] extends { readonly body?: infer Body }
  ? NonNullable<Body>
  : never;

export function SectionForm({
  section: { title, body, data },
  save,
}: {
  readonly section: Read['sections'][number];
  readonly save: (body: BodyOf<'updateSection'>) => Promise<void>;
}) {
  return (
    <>
      <SavedField label="Title" name="title" save={(text) => void save({ title: text })} value={title} />
      {data && (
        <>
          <p class="second">This section has fields of its own, which the field app and programs fill in:</p>
          <p class="running">{plainText(data)}</p>
        </>
      )}
      <SavedField label="Text" name="body" rows={5} save={(text) => void save({ body: text })} value={body ?? ''} />
    </>
  );
}

export function PersonForm({
  person: { name, trade, employer_name, responsibilities },
  save,
}: {
  readonly person: Read['personnel'][number];
  readonly save: (body: BodyOf<'updatePersonnelEntry'>) => Promise<void>;
}) {
  return (
    <>
      <div class="pair">
        <SavedField label="Name" name="name" save={(text) => void save({ name: text })} value={name} />
        <SavedField label="Trade" name="trade" save={(text) => void save({ trade: text })} value={trade ?? ''} />
        <SavedField
          label="Employer"
          name="employer_name"
          save={(text) => void save({ employer_name: text })}
          value={employer_name ?? ''}
        />
      </div>
      <SavedField
        label="Responsibilities"
        name="responsibilities"
        rows={2}
        save={(text) => void save({ responsibilities: text })}
        value={responsibilities ?? ''}
      />
    </>
  );
}

export function SubstanceForm({
  substance: { substance_name: name },
  save,
}: {
  readonly substance: Read['coshh_assessments'][number];
  readonly save: (body: BodyOf<'updateCoshhAssessment'>) => Promise<void>;
}) {
  return <SavedField label="Substance" name="name" save={(text) => void save({ substance_name: text })} value={name} />;
}
