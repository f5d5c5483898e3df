/** Short messages at the foot of the page, for ten seconds: what was done, and how to undo it. */
import { useEffect, useState } from 'preact/hooks';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface Toast {
  readonly words: string;
  readonly undo?: (() => unknown) | undefined;
}

const shownForMs = 10_000;
let show: (toast: Toast) => void = () => undefined;

/** Replaces the message that is shown, if there is one. */
export function tell(words: string, undo?: () => unknown): void {
  show({ words, undo });
}

/** Once in a page. */
export function Toasts() {
  const [toast, setToast] = useState<Toast | null>(null);
  show = setToast;
  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(() => setToast(null), shownForMs);
    return () => clearTimeout(timer);
  }, [toast]);
  return (
    <div aria-live="polite" class="toasts" role="status">
      {toast && (
        <div class="toast">
          <Icon name="check" />
          <span>{toast.words}</span>
          {toast.undo && (
            <Button
              look="bare"
              onClick={() => {
                setToast(null);
                return toast.undo?.();
              }}
              small
            >
              Undo
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
