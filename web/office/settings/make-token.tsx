/** Makes a token: what it is for, what it may do, from where, for which projects, and for how long. */
import { useState } from 'preact/hooks';
import { allows, permissions, type Permission } from '../../../shared/model/access.ts';
import { FieldGroup } from '../../ui/input/field-group.tsx';
import { CheckField, SelectField, TextField } from '../../ui/field.tsx';
import type { Rest } from '../base/attempt.ts';
import { useForm } from '../base/form.ts';
import { FormDialog } from '../frame/form-dialog.tsx';
import { ChooseProjects } from './choose-projects.tsx';

const roles = [
  ['integration', 'Integration: reads, and writes what its scopes allow'],
  ['viewer', 'Viewer: reads only'],
  ['author', 'Author: writes documents'],
  ['supervisor', 'Supervisor: briefs and signs on site'],
  ['manager', 'Manager: also approves'],
  ['admin', 'Administrator: settings, users, tokens'],
] as const;

export function MakeToken({
  onClose,
  onMade,
}: {
  readonly onClose: () => void;
  readonly onMade: (token: string) => void;
}) {
  const form = useForm({ name: '', role: 'viewer', days: '365', addresses: '' });
  const [scopes, setScopes] = useState<readonly Permission[] | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [projects, setProjects] = useState<readonly string[]>([]);
  const role = roles.find(([each]) => each === form.values.role)?.[0] ?? 'viewer';
  const possible = permissions.filter((permission) => allows(role, permission));
  const addresses = form.values.addresses.split(/[\s,]+/).filter((each) => each !== '');
  const chosen = possible.filter((permission) => scopes?.includes(permission));
  const isNone = scopes !== null && chosen.length === 0;
  const isComplete = (): boolean => {
    setMissing(isNone);
    return form.has('name') && !isNone;
  };
  const save = async (attempt: Rest): Promise<void> => {
    const { token } = await attempt.createToken({
      body: {
        name: form.values.name,
        role,
        expires_in_days: Number(form.values.days),
        ...(scopes === null ? {} : { scopes: chosen }),
        ...(addresses.length > 0 ? { ip_allow: addresses } : {}),
        ...(projects.length > 0 ? { project_ids: [...projects] } : {}),
      },
    });
    onMade(token);
  };
  return (
    <FormDialog isComplete={isComplete} onClose={onClose} save={save} title="Make a token" verb="Make the token">
      <TextField {...form.field('name', 'Say what it is for.')} autofocus label="What is it for?" />
      <SelectField {...form.field('role')} label="What may it do?" options={roles} />
      <CheckField
        checked={scopes !== null}
        label="Only some of what this role may do"
        onInput={(checked) => setScopes(checked ? [] : null)}
      />
      {scopes !== null && (
        <FieldGroup error={isMissing && isNone ? 'Choose at least one.' : undefined} legend="Scopes">
          <div class="checks">
            {possible.map((permission) => (
              <CheckField
                checked={scopes.includes(permission)}
                key={permission}
                label={permission}
                onInput={(checked) =>
                  setScopes(checked ? [...scopes, permission] : scopes.filter((each) => each !== permission))
                }
              />
            ))}
          </div>
        </FieldGroup>
      )}
      <TextField
        {...form.field('addresses')}
        help="As in 192.0.2.7 or 192.0.2.0/24, one on each line. Empty = from anywhere."
        label="From which addresses?"
        optional
        rows={2}
      />
      <ChooseProjects chosen={projects} legend="For sync, only these projects" onChoose={setProjects} />
      <SelectField
        {...form.field('days')}
        label="For how long?"
        options={[
          ['30', '30 days'],
          ['365', 'One year'],
          ['730', 'Two years'],
        ]}
      />
    </FormDialog>
  );
}
