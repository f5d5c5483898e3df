/** The form of one verb: what will happen and to whom, what has to be said for it, and the verb. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Problem } from '../../../shared/model/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { tell } from '../../ui/toasts.tsx';
import type { Rest } from '../base/attempt.ts';
import { useSites } from '../base/sites.ts';
import { FormDialog } from '../frame/form-dialog.tsx';
import { changedFacts } from './permit-facts.ts';
import { isStop, verbs, type Verb } from './verbs.ts';
import type { PermitPart } from './types.ts';

const othersDid: readonly string[] = ['precondition_failed', 'invalid_transition', 'conflict'];

export interface ActionProps extends PermitPart {
  readonly onClose: () => void;
}

/** Which permit, and as which revision it was shown: the server refuses the verb for another. */
interface Target {
  readonly permit: string;
  readonly ifRevision?: number;
}

export type Act = (target: Target, attempt: Rest) => Promise<PermitPart['permit']>;

/**
 * Records the verb, says that it is done, and shows the permit as it is now. Nobody signs what they have not seen: what others changed since
 * the dialog opened is shown, and read, before the verb goes through. A stop never waits.
 */
export function ActionForm({
  verb,
  said,
  isComplete = () => true,
  act,
  permit,
  again,
  onClose,
  children,
}: Pick<ActionProps, 'permit' | 'again' | 'onClose'> & {
  readonly verb: Verb;
  /** When it was recorded. */
  readonly said: string;
  readonly isComplete?: () => boolean;
  readonly act: Act;
  readonly children: ComponentChildren;
}) {
  const [seen, setSeen] = useState(permit);
  const [isAsked, setAsked] = useState(false);
  const sites = useSites();
  const changes = isStop(verb) ? [] : changedFacts(seen, permit, sites);
  const isRead = (): boolean => {
    setAsked(changes.length > 0);
    return changes.length === 0;
  };
  const save = async (attempt: Rest): Promise<void> => {
    try {
      const reply = await act({ permit: permit.id, ...(isStop(verb) ? {} : { ifRevision: permit.revision }) }, attempt);
      setSeen(reply);
      again(reply);
    } catch (error) {
      // What others did is shown; with no answer, nothing new is known.
      if (error instanceof Problem && othersDid.includes(error.code)) again();
      throw error;
    }
    tell(said);
  };
  return (
    <FormDialog
      isComplete={() => isRead() && isComplete()}
      onClose={onClose}
      save={save}
      title={verbs[verb]}
      verb={verbs[verb]}
    >
      {changes.length > 0 && (
        <Notice
          actions={
            <Button onClick={() => setSeen(permit)} small>
              I have read it
            </Button>
          }
          tone={isAsked ? 'stop' : 'care'}
        >
          {isAsked ? 'Read first what was changed since you opened this:' : 'This was changed since you opened it:'}
          <ul class="bullets">
            {changes.map(([name, before, now]) => (
              <li key={name}>
                {name}: {before || 'nothing'}, now <b>{now || 'nothing'}</b>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {children}
    </FormDialog>
  );
}
