/** One COSHH assessment: every field of the record, in groups that open. */
import type { Save } from '../../../../ui/written/use-written.ts';
import type { Rest } from '../../../base/attempt.ts';
import type { DocumentPart } from '../../part.ts';
import { Controls, type Control } from '../controls.tsx';
import { linesOf } from '../rows.ts';
import { SavedChecks, SavedChoice, SavedFlag } from '../saved/choices.tsx';
import { SavedField } from '../saved/field.tsx';
import { SavedPhotos } from '../saved/photos.tsx';
import { SavedRatings } from '../saved/ratings.tsx';
import { askedGroups, type AskedField } from './groups.ts';
import { amountOf, textOf } from './limits.ts';
import { SubstanceRows } from './statements.tsx';

type Substance = DocumentPart['document']['coshh_assessments'][number];
type Body = NonNullable<Parameters<Rest['updateCoshhAssessment']>[0]['body']>;
type Fields = Readonly<Record<string, unknown>>;

interface Props {
  readonly substance: Substance;
  readonly save: Save<Body>;
  /** Of one member of an object of the record; the others stay as they are then. */
  readonly saveWithin: (holder: string, name: string, next: unknown, seen: unknown) => Promise<boolean>;
}

export function SubstanceForm(props: Props) {
  return (
    <div class="groups">
      {askedGroups.map(({ title, fields }, i) => (
        <details key={title} open={i === 0}>
          <summary>
            <b>{title}</b> <span class="second">{filledOf(fields, props.substance)}</span>
          </summary>
          <div class="form asked">
            {fields.map((field) => (
              <Asked field={field} key={`${field.in} ${field.name}`} {...props} />
            ))}
          </div>
        </details>
      ))}
      <SavedPhotos
        of={props.substance.substance_name}
        photos={props.substance.photos}
        save={(next, seen) => props.save({ photos: next }, { photos: seen })}
      />
    </div>
  );
}

function Asked({ field, substance, save, saveWithin }: Props & { readonly field: AskedField }) {
  const { name, label, as, choices = [] } = field;
  const value = valueOf(field, substance);
  const put = (next: unknown, seen: unknown): Promise<boolean> =>
    field.in
      ? saveWithin(field.in, name, next, seen === undefined ? value : seen)
      : save({ [name]: next }, { [name]: seen });
  const shared = { name, label };
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const list = Array.isArray(value) ? value.map(String) : [];
  if (as === 'ratings') return <SavedRatings of={substance} save={save} />;
  if (as === 'controls') return <Controls controls={value as Control[] | undefined} save={put} />;
  if (as === 'rows') return <SubstanceRows {...shared} save={put} value={value} />;
  if (as === 'flag') return <SavedFlag {...shared} save={put} value={typeof value === 'boolean' ? value : null} />;
  if (as === 'choice') return <SavedChoice {...shared} choices={choices} save={put} value={text || null} />;
  if (as === 'checks') return <SavedChecks {...shared} choices={choices} save={put} values={list} />;
  if (as === 'lines')
    return (
      <SavedField
        {...shared}
        rows={2}
        save={(lines, seen) => put(linesOf(lines), seen === undefined ? undefined : linesOf(seen))}
        value={list.join('\n')}
      />
    );
  if (as === 'amount')
    return (
      <SavedField
        {...shared}
        save={(given, seen) => put(amountOf(given), seen === undefined ? undefined : amountOf(seen))}
        value={textOf(value as Parameters<typeof textOf>[0])}
      />
    );
  const parsed = (given: string) => (given.trim() === '' ? null : as === 'number' ? Number(given) : given);
  return (
    <SavedField
      {...shared}
      save={(given, seen) => put(parsed(given), seen === undefined ? undefined : parsed(seen))}
      value={text}
      {...(as === 'long' ? { rows: 2 } : as === 'text' ? {} : { type: as })}
    />
  );
}

function valueOf({ name, in: holder }: AskedField, substance: Substance): unknown {
  const fields = substance as Fields;
  return holder ? (fields[holder] as Fields | null | undefined)?.[name] : fields[name];
}

/** "3 of 9 filled", so that a closed group says how far it is. */
function filledOf(fields: readonly AskedField[], substance: Substance): string {
  const filled = fields.filter((field) => {
    if (field.as === 'ratings') return substance.risk_after !== null;
    const value = valueOf(field, substance);
    return Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== '';
  });
  return `${filled.length} of ${fields.length}`;
}
