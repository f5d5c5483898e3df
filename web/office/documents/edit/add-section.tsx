/** Adds a section: of a type that the document does not have yet, with its usual title, or one of its own. */
import { useLayoutEffect, useState } from 'preact/hooks';
import sectionTypes from '../../../../shared/reference/section-types.json' with { type: 'json' };
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { useAddress } from '../../base/place.ts';
import type { Rest } from '../../base/attempt.ts';
import { Form } from '../../frame/form.tsx';
import { wantedOf } from '../check/place-link.ts';

type Body = NonNullable<Parameters<Rest['createSection']>[0]['body']>;
type SectionType = NonNullable<Body['section_type']>;

const own: SectionType = 'custom';

export function AddSection({
  taken,
  add,
}: {
  readonly taken: readonly string[];
  readonly add: (body: Body) => Promise<boolean>;
}) {
  const wanted = wantedOf(useAddress());
  const [type, setType] = useState(own);
  const [title, setTitle] = useState('');
  const choose = (value: string): void => {
    const known = sectionTypes.find((each) => each.value === value);
    setType(known?.value ?? own);
    setTitle(known && known.value !== own ? known.label : '');
  };
  useLayoutEffect(() => {
    if (wanted.add === 'sections' && wanted.type !== null) choose(wanted.type);
  }, [wanted.add, wanted.type]);
  const free = sectionTypes.filter(({ value }) => value === own || !taken.includes(value));
  /** What was not taken stays. */
  const save = async (): Promise<boolean> => {
    const isTaken = await add({ title: title.trim(), section_type: type });
    if (isTaken) choose(own);
    return isTaken;
  };
  return (
    <Form class="pad filters" id="add-sections" save={() => title.trim() !== '' && save()}>
      <SelectField
        label="Kind of section"
        name="section_type"
        onInput={choose}
        options={free.map(({ value, label }) => [value, value === own ? 'One of its own' : label])}
        value={type}
      />
      <TextField label="Section to add" name="add-Sections" onInput={setTitle} value={title} />
      <Button icon="plus" type="submit">
        Add
      </Button>
    </Form>
  );
}
