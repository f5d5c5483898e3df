/** What can be done with the part of a contractor in a project beside its review: each only where the server would take it from this person. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Shown } from '../../ui/shown.tsx';
import { tell } from '../../ui/toasts.tsx';
import type { Rest } from '../base/attempt.ts';
import { useLoaded } from '../base/loaded.ts';
import { useMay, useMe } from '../base/me.ts';
import { rest } from '../base/server.ts';
import { useWork } from '../base/work.ts';
import { FormDialog } from '../frame/form-dialog.tsx';
import { Refusal } from '../frame/refusal.tsx';
import { AskFields, useAsk } from './ask-fields.tsx';
import { HandIn } from './hand-in.tsx';
import { Invite } from './invite.tsx';

type Submission = Awaited<ReturnType<Rest['getSubmission']>>;
type Opened = 'hand in' | 'ask' | 'take back' | 'again';

interface Props {
  readonly submission: Submission;
  readonly project: string;
  readonly again: () => void;
}

const awaited: readonly string[] = ['invited', 'overdue', 'accepted', 'in_progress', 'amendments_requested'];

export function Steps({ submission, project, again }: Props) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const work = useWork();
  const isOwn = useMe()?.role === 'contractor_author';
  const [mayManage, mayHandIn] = [useMay('contractors:write'), useMay('submissions:write')];
  const { id, status, revision, accepted_at: accepted } = submission;
  const take = (words: string, call: (attempt: Rest) => Promise<unknown>): Promise<void> =>
    work.run(async (attempt) => {
      await call(attempt);
      tell(words);
      again();
    });
  const isAwaited = awaited.includes(status);
  const isOver = status === 'withdrawn' || status === 'removed';
  const mayBegin = accepted !== null && ['accepted', 'amendments_requested'].includes(status);
  const close = (): void => {
    setOpened(null);
    again();
  };
  const handInVerb = isOwn ? 'Hand in documents' : 'Hand in for the firm';
  const common = { submission: id, ifRevision: revision };
  const isOffered = mayManage || (mayHandIn && (isAwaited || status === 'approved_with_comments'));
  // What is being written, or was refused, stays to be read.
  if (!isOffered && opened === null && work.refusal === null) return null;
  return (
    <div class="pad form">
      <Refusal of={work} />
      <div class="choices">
        {mayHandIn && isAwaited && accepted === null && (
          <Button
            busy={work.isBusy}
            onClick={() => take('Accepted.', (attempt) => attempt.acceptSubmission({ ...common, body: {} }))}
          >
            {isOwn ? 'Accept the invitation' : 'Note that they accepted'}
          </Button>
        )}
        {mayHandIn && mayBegin && (
          <Button
            busy={work.isBusy}
            onClick={() => take('Noted.', (attempt) => attempt.startSubmission({ ...common, body: {} }))}
          >
            {isOwn ? 'We work on it' : 'Note that they work on it'}
          </Button>
        )}
        {mayHandIn && accepted !== null && (isAwaited || status === 'approved_with_comments') && (
          <Button onClick={() => setOpened('hand in')}>{handInVerb}</Button>
        )}
        {mayManage && isAwaited && (
          <Button
            busy={work.isBusy}
            onClick={() => take('The invitation is sent again.', (attempt) => attempt.resendInvitation(common))}
          >
            Send the invitation again
          </Button>
        )}
        {mayManage && isAwaited && <Button onClick={() => setOpened('ask')}>Change what is asked for</Button>}
        {mayManage && isOver && <Button onClick={() => setOpened('again')}>Invite again</Button>}
        {mayManage && status !== 'removed' && (
          <Button onClick={() => setOpened('take back')}>{removal(accepted)}</Button>
        )}
      </div>
      {opened === 'hand in' && <HandIn onClose={close} submission={submission} verb={handInVerb} />}
      {opened === 'ask' && <Ask onClose={close} submission={submission} />}
      {opened === 'take back' && <TakeBack onClose={close} submission={submission} />}
      {opened === 'again' && <Again onClose={close} project={project} submission={submission} />}
    </div>
  );
}

function removal(accepted: string | null): string {
  return accepted === null ? 'Take back the invitation' : 'Take out of the project';
}

interface Closed {
  readonly submission: Submission;
  readonly onClose: () => void;
}

function Ask({ submission, onClose }: Closed) {
  const ask = useAsk(submission);
  const save = async (attempt: Rest): Promise<void> => {
    await attempt.updateSubmission({
      submission: submission.id,
      ifRevision: submission.revision,
      body: ask.written(),
    });
    tell('Saved. The page of the invitation shows it; a mail is sent when you send the invitation again.');
  };
  return (
    <FormDialog onClose={onClose} save={save} title="Change what is asked for" verb="Save">
      <AskFields of={ask} />
    </FormDialog>
  );
}

function TakeBack({ submission, onClose }: Closed) {
  const [reason, setReason] = useState('');
  const { id, revision, contractor_name: firm, accepted_at: accepted } = submission;
  const save = async (attempt: Rest): Promise<void> => {
    await attempt.removeSubmission({ submission: id, ifRevision: revision, body: { reason: reason.trim() || null } });
    tell(accepted === null ? `The invitation to ${firm} was withdrawn.` : `${firm} is no longer in the project.`);
  };
  return (
    <FormDialog onClose={onClose} save={save} title={removal(accepted)} verb={removal(accepted)}>
      <p>
        The link of {firm} ends at once, and nothing more can be handed in. What was handed in stays here. You can
        invite the firm again; no mail tells it about this.
      </p>
      <TextField label="Why" name="reason" onInput={setReason} optional rows={2} value={reason} />
    </FormDialog>
  );
}

function Again({ submission, project, onClose }: Closed & { readonly project: string }) {
  const { contractor_id: firm, project_id: id } = submission;
  const read = useLoaded(`contractor ${firm}`, () => rest.getContractor({ contractor: firm }));
  return (
    <Shown of={read} rows={1}>
      {(found) => <Invite firms={[found]} onClose={onClose} projects={[{ id, name: project }]} start={submission} />}
    </Shown>
  );
}
