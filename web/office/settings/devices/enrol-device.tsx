/** Enrols a tablet, beside the list: a name, then a code that the field app takes once, within 15 minutes, and that it was taken. */
import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { useForm } from '../../base/form.ts';
import { useWork } from '../../base/work.ts';
import { Form } from '../../frame/form.tsx';
import { SidePanel } from '../../frame/side-panel.tsx';
import { ChooseProjects } from '../choose-projects.tsx';
import { MadeCode, type Made } from './made-code.tsx';
import type { Device } from './silence.tsx';

export function EnrolPanel({
  devices,
  onChange,
  onClose,
}: {
  readonly devices: readonly Device[];
  /** A code was made or withdrawn. */
  readonly onChange: () => void;
  readonly onClose: () => void;
}) {
  const [made, setMade] = useState<Made | null>(null);
  return (
    <SidePanel onClose={onClose} title="Enrol a tablet">
      {made ? (
        <MadeCode
          again={() => setMade(null)}
          devices={devices}
          made={made}
          onClose={() => {
            onChange();
            onClose();
          }}
        />
      ) : (
        <NewCode
          onMade={(code) => {
            setMade(code);
            onChange();
          }}
        />
      )}
    </SidePanel>
  );
}

function NewCode({ onMade }: { readonly onMade: (made: Made) => void }) {
  const form = useForm({ name: '' });
  const [projects, setProjects] = useState<readonly string[]>([]);
  const work = useWork();
  const save = () =>
    form.has('name') &&
    work.isTaken(async (attempt) => {
      const limit = projects.length > 0 ? { project_ids: [...projects] } : {};
      onMade(await attempt.createDeviceCode({ body: { name: form.values.name, ...limit } }));
    });
  return (
    <Form class="form" of={work} save={save}>
      <TextField
        {...form.field('name', 'Give the tablet a name.')}
        autofocus
        help="As it is written on its back, such as Block C site tablet 1."
        label="Name of the tablet"
      />
      <ChooseProjects chosen={projects} legend="Which projects does it get?" onChoose={setProjects} />
      <Button busy={work.isBusy} look="act" type="submit" wide>
        Make the code
      </Button>
    </Form>
  );
}
