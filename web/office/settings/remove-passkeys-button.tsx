/** Removes the passkeys of a user who lost them, after a dialog that says what follows. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { tell } from '../../ui/toasts.tsx';
import { useWork } from '../base/work.ts';
import { Refusal } from '../frame/refusal.tsx';

export function RemovePasskeysButton({ id, name }: { readonly id: string; readonly name: string }) {
  const [isAsked, setAsked] = useState(false);
  const work = useWork();
  const remove = (): Promise<void> =>
    work.run(async (attempt) => {
      const { removed } = await attempt.removePasskeys({ user: id });
      tell(
        removed === 0 ? `${name} has no passkey.` : `${name} signs in without a passkey now, and is told by e-mail.`,
      );
      setAsked(false);
    });
  return (
    <>
      <Button onClick={() => setAsked(true)} small>
        Remove passkeys
      </Button>
      {isAsked && (
        <Dialog onClose={() => setAsked(false)} title={`Remove the passkeys of ${name}?`}>
          <Refusal of={work} />
          <p>
            For a person who lost their device or key. From then on the link alone signs {name} in: make sure that it is
            them who asks.
          </p>
          <div class="dialog-foot">
            <Button busy={work.isBusy} look="stop" onClick={remove}>
              Remove the passkeys
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
