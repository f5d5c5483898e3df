/** Name and details of the organisation, as they are printed and used for its contact. */
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useForm } from '../../base/form.ts';
import { Form } from '../../frame/form.tsx';
import type { rest } from '../../base/server.ts';
import type { Organisation } from './organisation-form.ts';

type Body = NonNullable<NonNullable<Parameters<typeof rest.updateOrganisation>[0]>['body']>;

const details = [
  ['trading_name', 'Trading name', ''],
  ['company_number', 'Company number', ''],
  ['registered_address', 'Registered address', ''],
  ['phone', 'Telephone', ''],
  ['email', 'E-mail for notices about this account', ''],
  ['timezone', 'Time zone of prints', 'As in Europe/London.'],
  ['locale', 'Language and country', 'As in en-GB.'],
] as const;

export function Details({
  organisation,
  save,
  isBusy,
}: {
  readonly organisation: Organisation;
  readonly save: (body: Body) => Promise<boolean>;
  readonly isBusy: boolean;
}) {
  const names = ['name', ...details.map(([name]) => name)] as const;
  const form = useForm(
    Object.fromEntries(names.map((name) => [name, organisation[name] ?? ''])) as Record<(typeof names)[number], string>, // the same names
  );
  const submit = () => {
    if (!form.has('name')) return false;
    const written = Object.entries(form.values).map(([name, text]) => [name, text.trim() || null]);
    return save(Object.fromEntries(written) as Body); // the name is not empty
  };
  return (
    <Panel title="Name">
      <Form class="pad form narrow" save={submit}>
        <TextField {...form.field('name', 'Write its name.')} label="Name of the organisation" />
        <div class="pair">
          {details.map(([name, label, help]) => (
            <TextField {...form.field(name)} help={help || undefined} key={name} label={label} optional />
          ))}
        </div>
        <div class="choices">
          <Button busy={isBusy} type="submit">
            Save name and details
          </Button>
        </div>
      </Form>
    </Panel>
  );
}
