/** The plate: the title block of a drawing, `reference │ version │ status` in bordered cells. Never broken over lines. */
import { statusTone, statusWord } from './status.ts';

export function Plate({
  reference,
  version,
  status,
}: {
  readonly reference: string | null;
  readonly version: number;
  readonly status: string;
}) {
  return (
    <span class="plate">
      <span>{reference ?? 'No reference'}</span>
      <span>v{version}</span>
      <span class={`on-${statusTone(status)}`}>{statusWord(status)}</span>
    </span>
  );
}
