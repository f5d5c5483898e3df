/** Fields of a draft that are chosen, and saved at once: one of a list, yes or no, or several of a list. */
import { CheckField, SelectField } from '../../../../ui/field.tsx';
import { NotSaved, notSaved } from '../../../../ui/written/not-saved.tsx';
import { useWritten, type Save } from '../../../../ui/written/use-written.ts';
import type { Choice } from '../choices.ts';

interface Common {
  readonly label: string;
  readonly disabled?: boolean;
  readonly name: string;
}

export function SavedChoice({
  choices,
  value,
  save,
  help,
  none = 'Not said',
  wordOf = (chosen) => chosen,
  ...field
}: Common & {
  readonly choices: readonly Choice[];
  readonly value: string | null | undefined;
  readonly save: Save<string | null>;
  readonly help?: string | undefined;
  /** The word for no choice; null = one has to be chosen. */
  readonly none?: string | null;
  /** Of a value that is not among the choices. */
  readonly wordOf?: (value: string) => string;
}) {
  const { written, isUntaken, put, give } = useWritten(value ?? null, save, { name: `${field.label} ${field.name}` });
  // A value that the list does not know stays as it is.
  const known =
    written === null || choices.some(([each]) => each === written)
      ? choices
      : [...choices, [written, wordOf(written)] as const];
  return (
    <div data-field={field.name}>
      <SelectField
        {...field}
        error={isUntaken ? notSaved : undefined}
        help={help}
        onInput={(chosen) => give(put(chosen || null))}
        options={none === null ? known : [['', none], ...known]}
        value={written ?? ''}
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
  readonly save: Save<boolean | null>;
}) {
  return (
    <SavedChoice
      {...field}
      choices={[
        ['yes', 'Yes'],
        ['no', 'No'],
      ]}
      save={(chosen, seen) => save(flagOf(chosen) ?? null, flagOf(seen))}
      value={value == null ? null : value ? 'yes' : 'no'}
    />
  );
}

function flagOf(chosen: string | null | undefined): boolean | null | undefined {
  return chosen ? chosen === 'yes' : (chosen as null | undefined); // neither has words
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
  readonly save: Save<readonly string[]>;
}) {
  const {
    written: chosen,
    isUntaken,
    put,
    give,
  } = useWritten<readonly string[]>(values ?? [], save, { name: `${label} ${name}` });
  return (
    <fieldset data-field={name}>
      <legend class="label">{label}</legend>
      <div class="checks">
        {choices.map(([value, word]) => (
          <CheckField
            checked={chosen.includes(value)}
            key={value}
            label={word}
            onInput={(isChosen) => give(put(isChosen ? [...chosen, value] : chosen.filter((each) => each !== value)))}
          />
        ))}
      </div>
      <NotSaved holds={isUntaken} />
    </fieldset>
  );
}
