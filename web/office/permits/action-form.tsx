/** The form of one verb: what will happen and to whom, what has to be said for it, and the verb. */
import type { ComponentChildren } from 'preact';
import { tell } from '../../ui/toasts.tsx';
import { FormDialog } from '../frame/form-dialog.tsx';
import { verbs, type Verb } from './verbs.ts';
import type { PermitPart } from './types.ts';

export interface ActionProps extends PermitPart {
  readonly onClose: () => void;
}

/** Records the verb, says that it is done, and shows the permit as it is now. */
export function ActionForm({
  verb,
  said,
  isComplete = () => true,
  act,
  again,
  onClose,
  children,
}: Pick<ActionProps, 'again' | 'onClose'> & {
  readonly verb: Verb;
  /** When it was recorded. */
  readonly said: string;
  readonly isComplete?: () => boolean;
  readonly act: () => Promise<unknown>;
  readonly children: ComponentChildren;
}) {
  const save = async (): Promise<void> => {
    await act();
    tell(said);
    again();
  };
  return (
    <FormDialog isComplete={isComplete} onClose={onClose} save={save} title={verbs[verb]} verb={verbs[verb]}>
      {children}
    </FormDialog>
  );
}
