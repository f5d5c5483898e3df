/** A dialog with one form: what is missing is said first, then it is saved, then it closes. */
import type { ComponentChildren } from 'preact';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Rest } from '../base/attempt.ts';
import { useLink } from '../base/live.ts';
import { mayLeave } from '../base/unsaved.ts';
import { useWork } from '../base/work.ts';
import { Form } from './form.tsx';

export function FormDialog({
  title,
  verb,
  isComplete = () => true,
  save,
  onClose,
  keepsOpen = false,
  isStep = false,
  children,
}: {
  readonly title: string;
  readonly verb: string;
  /** Whether nothing is missing; what is, it says. */
  readonly isComplete?: () => boolean;
  readonly save: (attempt: Rest) => Promise<void>;
  readonly onClose: () => void;
  /** What comes after it is shown by its caller. */
  readonly keepsOpen?: boolean;
  /** A step of a document, which is not taken on what may be old. */
  readonly isStep?: boolean;
  readonly children: ComponentChildren;
}) {
  const work = useWork();
  const isCut = useLink() === 'lost' && isStep;
  const submit = () =>
    !isCut &&
    isComplete() &&
    work.isTaken(async (attempt) => {
      await save(attempt);
      if (!keepsOpen) onClose();
    });
  return (
    <Dialog mayClose={mayLeave} onClose={onClose} title={title}>
      <Form class="form" of={work} save={submit}>
        {children}
        {isCut && <Notice tone="care">No connection. What is written stays here; this step needs the server.</Notice>}
        <div class="dialog-foot">
          <Button busy={work.isBusy} disabled={isCut} look="act" type="submit">
            {verb}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
