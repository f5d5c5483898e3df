/** The plate: the title block of a drawing, `reference │ version │ status` in bordered cells. Never broken over lines. */
import { statusTone, statusWord } from './status.ts';

export function Plate({
  reference,
  version,
  status,
  word = statusWord(status),
  noReference = 'No reference',
}: {
  readonly reference: string | null;
  readonly version: number;
  readonly status: string;
  /** Where it is not the English one. */
  readonly word?: string;
  readonly noReference?: string;
}) {
  return (
    <span class="plate">
      <span>{reference ?? noReference}</span>
      <span>v{version}</span>
      <span class={`on-${statusTone(status)}`}>{word}</span>
    </span>
  );
}
