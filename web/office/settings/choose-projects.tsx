/** Which projects a token or a tablet is limited to; none chosen = all of them. */
import { CheckField } from '../../ui/field.tsx';
import { useProjects } from '../base/sites.ts';

export function ChooseProjects({
  legend,
  chosen,
  onChoose,
}: {
  readonly legend: string;
  readonly chosen: readonly string[];
  readonly onChoose: (ids: readonly string[]) => void;
}) {
  const projects = useProjects().filter(({ id, status }) => status === 'active' || chosen.includes(id));
  if (projects.length === 0) return null;
  return (
    <fieldset>
      <legend>{legend} (none chosen = all, new ones too)</legend>
      <div class="checks">
        {projects.map(({ id, name }) => (
          <CheckField
            checked={chosen.includes(id)}
            key={id}
            label={name}
            onInput={(checked) => onChoose(checked ? [...chosen, id] : chosen.filter((each) => each !== id))}
          />
        ))}
      </div>
    </fieldset>
  );
}
