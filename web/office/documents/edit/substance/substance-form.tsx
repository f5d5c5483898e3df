/** One COSHH assessment: every field of the record, in groups that open. */
import { RiskPicker } from '../../../../ui/risk-picker.tsx';
import type { rest } from '../../../base/server.ts';
import type { DocumentPart } from '../../part.ts';
import { Controls, type Control } from '../controls.tsx';
import { linesOf } from '../rows.ts';
import { SavedChecks, SavedChoice, SavedFlag } from '../saved-choices.tsx';
import { SavedField } from '../saved-field.tsx';
import { askedGroups, type AskedField } from './groups.ts';
import { amountOf, textOf } from './limits.ts';
import { SubstanceRows } from './statements.tsx';

type Substance = DocumentPart['document']['coshh_assessments'][number];
type Body = NonNullable<Parameters<typeof rest.updateCoshhAssessment>[0]['body']>;
type Fields = Readonly<Record<string, unknown>>;

interface Props {
  readonly substance: Substance;
  readonly save: (body: Body) => Promise<void>;
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
    </div>
  );
}

function Asked({ field, substance, save }: Props & { readonly field: AskedField }) {
  const { name, label, as, choices = [] } = field;
  const value = valueOf(field, substance);
  const put = (next: unknown): void => void save(field.in ? { [field.in]: { [name]: next } } : { [name]: next });
  const shared = { name, label };
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const list = Array.isArray(value) ? value.map(String) : [];
  if (as === 'ratings') return <Ratings save={save} substance={substance} />;
  if (as === 'controls') return <Controls controls={value as Control[] | undefined} save={put} />;
  if (as === 'rows') return <SubstanceRows {...shared} save={put} value={value} />;
  if (as === 'flag') return <SavedFlag {...shared} save={put} value={typeof value === 'boolean' ? value : null} />;
  if (as === 'choice') return <SavedChoice {...shared} choices={choices} save={put} value={text || null} />;
  if (as === 'checks') return <SavedChecks {...shared} choices={choices} save={put} values={list} />;
  if (as === 'lines')
    return <SavedField {...shared} rows={2} save={(lines) => put(linesOf(lines))} value={list.join('\n')} />;
  if (as === 'amount')
    return (
      <SavedField
        {...shared}
        save={(given) => put(amountOf(given))}
        value={textOf(value as Parameters<typeof textOf>[0])}
      />
    );
  const parse = as === 'number' ? Number : String;
  return (
    <SavedField
      {...shared}
      save={(given) => put(given.trim() === '' ? null : parse(given))}
      value={text}
      {...(as === 'long' ? { rows: 2 } : as === 'text' ? {} : { type: as })}
    />
  );
}

function Ratings({ substance, save }: Props) {
  return (
    <div class="pair">
      <div data-field="severity_before">
        <RiskPicker
          legend="Before controls"
          likelihood={substance.likelihood_before ?? null}
          onPick={(severity_before, likelihood_before) => void save({ severity_before, likelihood_before })}
          severity={substance.severity_before ?? null}
        />
      </div>
      <div data-field="severity_after">
        <RiskPicker
          legend="After controls"
          likelihood={substance.likelihood_after ?? null}
          onPick={(severity_after, likelihood_after) => void save({ severity_after, likelihood_after })}
          severity={substance.severity_after ?? null}
        />
      </div>
    </div>
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
