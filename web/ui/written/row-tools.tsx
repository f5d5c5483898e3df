/** The buttons of a row: up, down, another below, and away. */
import { IconButton } from '../button.tsx';
import type { RowStep } from './row-steps.ts';

export function RowTools({
  one,
  number,
  onStep,
  onRemoved,
}: {
  /** What the row is: "control". */
  readonly one: string;
  readonly number: number;
  /** Absent = the order of the rows means nothing. */
  readonly onStep?: ((step: RowStep) => void) | undefined;
  readonly onRemoved: () => void;
}) {
  return (
    <span class="row-tools">
      {onStep && (
        <>
          <IconButton
            icon="arrow-up"
            label={`Move ${one} ${number} up`}
            onClick={() => onStep('up')}
            shortcut="Alt+ArrowUp"
          />
          <IconButton
            icon="arrow-down"
            label={`Move ${one} ${number} down`}
            onClick={() => onStep('down')}
            shortcut="Alt+ArrowDown"
          />
          <IconButton
            icon="plus"
            label={`Insert ${withArticle(one)} below ${one} ${number}`}
            onClick={() => onStep('below')}
            shortcut="Alt+Enter"
          />
        </>
      )}
      <IconButton icon="trash" label={`Remove ${one} ${number}`} onClick={onRemoved} />
    </span>
  );
}

function withArticle(one: string): string {
  return `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`;
}
