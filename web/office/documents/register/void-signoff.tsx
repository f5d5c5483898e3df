/** Voids a sign-off, with a reason; what follows is said before. */
import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { tell } from '../../../ui/toasts.tsx';
import { useMay } from '../../base/me.ts';
import { useWork } from '../../base/work.ts';
import { Form } from '../../frame/form.tsx';
import type { Signoff } from './signed.ts';

/** As the contract asks. */
const leastReason = 10;

export function VoidSignoff({
  signoff: { id, status, worker },
  again,
}: {
  readonly signoff: Signoff;
  readonly again: () => void;
}) {
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const [isShort, setShort] = useState(false);
  const work = useWork();
  if (!useMay('signoffs:write') || status === 'voided') return null;
  if (!isAsking)
    return (
      <div class="dialog-foot">
        <Button icon="ban" onClick={() => setAsking(true)}>
          Void this sign-off
        </Button>
      </div>
    );
  const voidIt = () => {
    setShort(reason.trim().length < leastReason);
    if (reason.trim().length < leastReason) return false;
    return work.isTaken(async (attempt) => {
      await attempt.voidSignoff({ signoff: id, body: { reason: reason.trim() } });
      tell(`The sign-off of ${worker.name} is void.`);
      again();
    });
  };
  return (
    <Form class="form" of={work} save={voidIt}>
      <p>
        It does not count any more: {worker.name} has to be briefed and sign again. It stays in the register, with your
        name and this reason. This cannot be undone.
      </p>
      <TextField
        autofocus
        error={isShort ? 'Write at least ten characters.' : undefined}
        label="Why is it void?"
        name="reason"
        onInput={setReason}
        rows={2}
        value={reason}
      />
      <div class="dialog-foot">
        <Button onClick={() => setAsking(false)}>Keep it</Button>
        <Button busy={work.isBusy} look="stop" type="submit">
          Void the sign-off of {worker.name}
        </Button>
      </div>
    </Form>
  );
}
