/** The secret of an endpoint, shown once. */
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

export function SecretDialog({
  title,
  secret,
  onClose,
}: {
  readonly title: string;
  readonly secret: string;
  readonly onClose: () => void;
}) {
  return (
    <Dialog onClose={onClose} title={title}>
      <p>The receiver checks our signature with this secret. It is shown only now.</p>
      <pre class="answer">{secret}</pre>
      <div class="dialog-foot">
        <Button look="act" onClick={onClose}>
          I have copied it
        </Button>
      </div>
    </Dialog>
  );
}
