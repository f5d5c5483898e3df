/** The controls of a hazard or a substance: what is done, at which level, and who sees to it. */
import { RowsField } from '../../../ui/written/rows-field.tsx';
import type { Row } from '../../../ui/written/written-row.tsx';
import type { Save } from '../../../ui/written/use-written.ts';
import { levelChoices } from './choices.ts';
import { entryOf, rowsOf } from './rows.ts';

/** The best first. */
const levelVerbs = [
  ['elimination', 'Eliminate'],
  ['substitution', 'Substitute'],
  ['engineering', 'Engineer'],
  ['administrative', 'Administrative'],
  ['ppe', 'PPE'],
] as const;

const columns = [
  { name: 'description', label: 'What is done', lines: 1 },
  { name: 'hierarchy_level', label: 'Level', options: levelChoices, adds: levelVerbs },
  { name: 'responsibility', label: 'Who sees to it' },
];

export interface Control {
  readonly id?: string | undefined;
  readonly description: string;
  readonly hierarchy_level?:
    | 'elimination'
    | 'substitution'
    | 'engineering'
    | 'administrative'
    | 'ppe'
    | null
    | undefined;
  readonly responsibility?: string | null | undefined;
}

export function Controls({
  controls,
  save,
}: {
  readonly controls: readonly Control[] | undefined;
  readonly save: Save<Control[]>;
}) {
  return (
    <RowsField
      columns={columns}
      isOrdered
      legend="Controls"
      name="controls"
      one="control"
      rows={rowsOf(
        controls,
        columns.map(({ name }) => name),
      )}
      save={(rows, seen) => save(controlsOf(rows), seen && controlsOf(seen))}
    />
  );
}

function controlsOf(rows: readonly Row[]): Control[] {
  return rows.map((row) => entryOf(row) as unknown as Control); // its columns are those of a control
}
