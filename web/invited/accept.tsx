/** The two first answers to an invitation: it is accepted, or declined, which cannot be taken back here. */
import { useState } from 'preact/hooks';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Refused } from './refused.tsx';
import type { Invited } from './use-invitation.ts';

interface Props {
  readonly invited: Invited;
}

export function Accept({ invited }: Props) {
  return (
    <>
      <p>Accept first; then you say which documents you send.</p>
      <Button
        busy={invited.isBusy}
        look="act"
        onClick={() => invited.answer((server, of) => server.acceptInvitation({ ...of, body: {} }))}
        wide
      >
        Accept the invitation
      </Button>
    </>
  );
}

export function Decline({ invited, isAccepted }: Props & { readonly isAccepted: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const verb = isAccepted ? 'Withdraw from the project' : 'Decline the invitation';
  const firm = invited.value?.organisation_name ?? '';
  const decline = async (): Promise<void> => {
    const isDone = await invited.answer((server, of) =>
      server.withdrawByInvitation({ ...of, body: { reason: reason.trim() || null } }),
    );
    if (isDone) setOpen(false);
  };
  return (
    <>
      <div>
        <Button
          look="bare"
          onClick={() => {
            invited.clear();
            setOpen(true);
          }}
        >
          {verb} …
        </Button>
      </div>
      {isOpen && (
        <Dialog onClose={() => setOpen(false)} title={verb}>
          <form
            class="form"
            onSubmit={(event) => {
              event.preventDefault();
              if (!invited.isBusy) void decline();
            }}
          >
            <Refused of={invited} />
            <p>{firm} is told that you do not take part. Only they can invite you again.</p>
            <TextField label="Why" name="reason" onInput={setReason} optional rows={2} value={reason} />
            <div class="dialog-foot">
              <Button busy={invited.isBusy} look="stop" type="submit">
                {verb}
              </Button>
            </div>
          </form>
        </Dialog>
      )}
    </>
  );
}
