/** The organisation: its name, how documents are approved, how long sign-offs are kept. Each change is saved at once. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { CheckField, TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Shown } from '../../ui/shown.tsx';
import { tell } from '../../ui/toasts.tsx';
import { useLoaded } from '../base/loaded.ts';
import { rest } from '../base/server.ts';
import { useWork } from '../base/work.ts';
import { SettingsScreen } from './settings-screen.tsx';
import { Refusal } from '../frame/refusal.tsx';

type Read = Awaited<ReturnType<typeof rest.getOrganisation>>;

const switches = [
  ['require_two_person_approval', 'A second person approves: nobody approves what they wrote or submitted'],
  ['content_rules_at_submit', 'Required sections, hazards and roles are checked when a document is submitted'],
  ['compliance_blocks_approval', 'A blocking finding of the compliance check prevents the approval'],
  ['required_references', 'Projects need a reference, and documents a project'],
  ['public_check', 'Prints carry a code, with which anybody can check without signing in whether they are in force'],
] as const;

export function Organisation() {
  const read = useLoaded('organisation settings', () => rest.getOrganisation());
  return (
    <SettingsScreen chosen="organisation">
      <Shown of={read}>{(organisation) => <Form again={read.again} organisation={organisation} />}</Shown>
    </SettingsScreen>
  );
}

function Form({ organisation, again }: { readonly organisation: Read; readonly again: () => void }) {
  const { settings, revision } = organisation;
  const [name, setName] = useState(organisation.name);
  const [years, setYears] = useState(String(settings.signoff.retention_years));
  const work = useWork();
  const save = (body: NonNullable<NonNullable<Parameters<typeof rest.updateOrganisation>[0]>['body']>): Promise<void> =>
    work.run(async () => {
      await rest.updateOrganisation({ body, ifRevision: revision });
      tell('Saved.');
      again();
    });
  return (
    <>
      <Refusal of={work} />
      <Panel title="Name">
        <form
          class="pad form narrow"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void save({ name });
          }}
        >
          <TextField label="Name of the organisation" name="name" onInput={setName} value={name} />
          <div class="choices">
            <Button busy={work.isBusy} disabled={!name.trim() || name === organisation.name} type="submit">
              Save the name
            </Button>
          </div>
        </form>
      </Panel>
      <Panel title="Documents">
        <div class="pad form">
          {switches.map(([key, label]) => (
            <CheckField
              checked={settings[key]}
              key={key}
              label={label}
              onInput={(checked) => void save({ settings: { [key]: checked } })}
            />
          ))}
        </div>
      </Panel>
      <Panel title="Retention">
        <form
          class="pad form narrow"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void save({ settings: { signoff: { retention_years: Number(years) } } });
          }}
        >
          <TextField
            help="From 1 to 60."
            label="Years that sign-offs are kept"
            name="years"
            onInput={setYears}
            value={years}
          />
          <div class="choices">
            <Button busy={work.isBusy} disabled={years === String(settings.signoff.retention_years)} type="submit">
              Save the years
            </Button>
          </div>
        </form>
      </Panel>
    </>
  );
}
