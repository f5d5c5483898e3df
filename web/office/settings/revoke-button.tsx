/** Revokes a token, after a dialog that repeats what happens. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { tell } from '../../ui/toasts.tsx';
import { useWork } from '../base/work.ts';
import { Refusal } from '../frame/refusal.tsx';

export function RevokeButton({
  id,
  name,
  what,
  onRevoked,
}: {
  readonly id: string;
  readonly name: string;
  readonly what: 'token' | 'tablet';
  readonly onRevoked: () => void;
}) {
  const [isAsked, setAsked] = useState(false);
  const work = useWork();
  const revoke = (): Promise<void> =>
    work.run(async (attempt) => {
      await attempt.revokeToken({ token: id, body: {} });
      tell(`${name} is revoked.`);
      setAsked(false);
      onRevoked();
    });
  return (
    <>
      <Button onClick={() => setAsked(true)} small>
        Revoke
      </Button>
      {isAsked && (
        <Dialog onClose={() => setAsked(false)} title={`Revoke this ${what}?`}>
          <Refusal of={work} />
          <p>
            “{name}” stops working at once{what === 'tablet' && ', and keeps what it has not sent'}. This cannot be
            undone.
          </p>
          <div class="dialog-foot">
            <Button busy={work.isBusy} look="stop" onClick={revoke}>
              Revoke {what}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
