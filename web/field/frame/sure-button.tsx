/** A button for what cannot be undone: the first press asks, in its place, and the next one does it. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { isAtOnce } from './one-tap.ts';

export function SureButton({
  label,
  question,
  onSure,
  ...looks
}: {
  readonly label: string;
  readonly question: string;
  readonly onSure: () => unknown;
  readonly icon?: IconName;
  readonly busy?: boolean;
  readonly wide?: boolean;
}) {
  const [asking, setAsking] = useState<MouseEvent | null>(null);
  return asking ? (
    // A question that came up under the finger was not read.
    <Button {...looks} look="stop" onClick={(event) => (isAtOnce(asking, event) ? undefined : onSure())}>
      {question}
    </Button>
  ) : (
    <Button {...looks} onClick={setAsking}>
      {label}
    </Button>
  );
}
