/** Name and details of the organisation, as they are printed and used for its contact. */
import { Button } from '../../../ui/button.tsx';
import industries from '../../../../shared/reference/industries.json' with { type: 'json' };
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { emptied } from '../../base/edit.ts';
import { Form } from '../../frame/form.tsx';
import { Meanwhile } from '../../frame/meanwhile.tsx';
import { useSettings, type Body, type Organisation, type PartProps } from './organisation-form.ts';

const details = [
  ['trading_name', 'Trading name', ''],
  ['company_number', 'Company number', ''],
  ['registered_address', 'Registered address', ''],
  ['phone', 'Telephone', ''],
  ['email', 'E-mail for notices about this account', ''],
  ['timezone', 'Time zone of prints', 'As in Europe/London.'],
  ['locale', 'Language and country', 'As in en-GB.'],
] as const;

const names = ['name', 'industry_id', ...details.map(([name]) => name)] as const;
type Name = (typeof names)[number];

function textsOf(organisation: Organisation): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, organisation[name] ?? ''])) as Record<Name, string>; // the same names
}

export function Details(part: PartProps) {
  const form = useSettings<Name>(part, textsOf, (changes) => emptied(changes) as Body); // the name is not empty
  return (
    <Panel title="Name">
      <Form class="pad form narrow" save={() => form.has('name') && form.submit()}>
        <Meanwhile of={form} />
        <TextField {...form.field('name', 'Write its name.')} label="Name of the organisation" />
        <div class="pair">
          <SelectField
            {...form.field('industry_id')}
            label="Industry"
            options={[['', 'Not said'], ...industries.map(({ id, name }) => [id, name] as const)]}
          />
          {details.map(([name, label, help]) => (
            <TextField {...form.field(name)} help={help || undefined} key={name} label={label} optional />
          ))}
        </div>
        <div class="choices">
          <Button busy={part.isBusy} type="submit">
            Save name and details
          </Button>
        </div>
      </Form>
    </Panel>
  );
}
