/** Moves a tablet to other projects: it receives what they have, and drops the rest. */
import { useState } from 'preact/hooks';
import { tell } from '../../../ui/toasts.tsx';
import type { Rest } from '../../base/attempt.ts';
import { FormDialog } from '../../frame/form-dialog.tsx';
import { ChooseProjects } from '../choose-projects.tsx';

export function MoveDevice({
  id,
  name,
  projects: before,
  onClose,
}: {
  readonly id: string;
  readonly name: string;
  /** null = all of them. */
  readonly projects: readonly string[] | null;
  readonly onClose: () => void;
}) {
  const [projects, setProjects] = useState(before ?? []);
  const save = async (attempt: Rest): Promise<void> => {
    await attempt.updateToken({ token: id, body: { project_ids: projects.length > 0 ? [...projects] : null } });
    tell(`${name} gets ${projects.length > 0 ? 'what was chosen' : 'all projects'} when it is heard next.`);
  };
  return (
    <FormDialog onClose={onClose} save={save} title={`Move ${name}`} verb="Move the tablet">
      <p>
        It drops the rest as soon as it is heard. What was recorded on it before now is taken, even if it arrives later.
      </p>
      <ChooseProjects chosen={projects} legend="Which projects does it get?" onChoose={setProjects} />
    </FormDialog>
  );
}
