/** A button for what cannot be undone: the first press asks, in its place, and the next one does it. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import type { IconName } from '../../ui/icon.tsx';

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
  const [isAsked, setAsked] = useState(false);
  return isAsked ? (
    <Button {...looks} look="stop" onClick={onSure}>
      {question}
    </Button>
  ) : (
    <Button {...looks} onClick={() => setAsked(true)}>
      {label}
    </Button>
  );
}
