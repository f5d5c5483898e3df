/** What can be done with a row: to another place, another one below, and away. */
import { Button } from '../../../ui/button.tsx';
import type { RowStep } from '../../../ui/written/row-steps.ts';
import { useWords } from '../../base/words.ts';
import { editWords } from '../../words/en-edit.ts';

export function RowTools({
  legend,
  stops,
  onStep,
  onRemoved,
}: {
  /** The name of the row. */
  readonly legend: string;
  /** Where it can't be moved. */
  readonly stops: readonly RowStep[];
  readonly onStep: (step: RowStep) => void;
  readonly onRemoved: () => void;
}) {
  const words = useWords(editWords);
  return (
    <div class="row-tools">
      <Button
        disabled={stops.includes('up')}
        icon="arrow-up"
        label={`${words.moveUp}: ${legend}`}
        onClick={() => onStep('up')}
      >
        {words.moveUp}
      </Button>
      <Button
        disabled={stops.includes('down')}
        icon="arrow-down"
        label={`${words.moveDown}: ${legend}`}
        onClick={() => onStep('down')}
      >
        {words.moveDown}
      </Button>
      <Button icon="plus" label={`${words.insertBelow}: ${legend}`} onClick={() => onStep('below')}>
        {words.insertBelow}
      </Button>
      <Button icon="trash" label={words.removeRow(legend)} onClick={onRemoved}>
        {words.removeThis}
      </Button>
    </div>
  );
}
