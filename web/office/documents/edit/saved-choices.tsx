/** Fields of a draft that are chosen, and saved at once: one of a list, yes or no, or several of a list. */
import { CheckField, SelectField } from '../../../ui/field.tsx';
import type { Choice } from './choices.ts';

interface Common {
  readonly label: string;
  readonly name: string;
}

export function SavedChoice({
  choices,
  value,
  save,
  help,
  ...field
}: Common & {
  readonly choices: readonly Choice[];
  readonly value: string | null | undefined;
  readonly save: (value: string | null) => void;
  readonly help?: string;
}) {
  // A value that the list does not know stays as it is.
  const known =
    value == null || choices.some(([each]) => each === value) ? choices : [...choices, [value, value] as const];
  return (
    <div data-field={field.name}>
      <SelectField
        {...field}
        help={help}
        onInput={(chosen) => save(chosen || null)}
        options={[['', 'Not said'], ...known]}
        value={value ?? ''}
      />
    </div>
  );
}

export function SavedFlag({
  value,
  save,
  ...field
}: Common & {
  readonly value: boolean | null | undefined;
  readonly save: (value: boolean | null) => void;
}) {
  return (
    <SavedChoice
      {...field}
      choices={[
        ['yes', 'Yes'],
        ['no', 'No'],
      ]}
      save={(chosen) => save(chosen === null ? null : chosen === 'yes')}
      value={value == null ? null : value ? 'yes' : 'no'}
    />
  );
}

export function SavedChecks({
  label,
  name,
  choices,
  values,
  save,
}: Common & {
  readonly choices: readonly Choice[];
  readonly values: readonly string[] | undefined;
  readonly save: (values: string[]) => void;
}) {
  const chosen = values ?? [];
  return (
    <fieldset data-field={name}>
      <legend class="label">{label}</legend>
      <div class="checks">
        {choices.map(([value, word]) => (
          <CheckField
            checked={chosen.includes(value)}
            key={value}
            label={word}
            onInput={(isChosen) => save(isChosen ? [...chosen, value] : chosen.filter((each) => each !== value))}
          />
        ))}
      </div>
    </fieldset>
  );
}
