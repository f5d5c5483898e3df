/** The next step of a document: submit it, decide on it, or write the next version; and what the server says against it. */
import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { tell } from '../../../ui/toasts.tsx';
import { useLink } from '../../base/live.ts';
import { useMay } from '../../base/me.ts';
import { useHeld } from '../../base/unsaved.ts';
import { useWork } from '../../base/work.ts';
import { Refusal } from '../../frame/refusal.tsx';
import type { DocumentPart } from '../part.ts';
import { PuttingAway } from './putting-away.tsx';
import type { MayDecide } from './may-decide.ts';
import type { Writing } from './opinion.ts';
import { conditionLine, ConditionsField, NoteField } from './opinion-fields.tsx';
import type { Step } from './step.ts';
import type { ShownVersion } from './use-shown.ts';
import { Verdict, type Approved } from './verdict.tsx';
import { WriteComments } from './write-comments.tsx';

interface Props {
  readonly version: ShownVersion;
  readonly writing: Writing;
  readonly again: () => void;
  readonly deciding: MayDecide;
  /** The approved version; null = none, or not read yet. */
  readonly before: Approved | null;
}

export function Decision({ version: { shown: document, isMoved, follow }, again, before, writing, deciding }: Props) {
  const { id, status, version, revision } = document;
  const work = useWork();
  const isCut = useLink() === 'lost';
  const mayWrite = useMay('documents:write');
  const done = (words: string): void => {
    tell(words);
    follow();
    again();
  };
  const step: Step = {
    target: { document: id, ifRevision: revision },
    isBusy: work.isBusy,
    isCut,
    isOpen: work.isBusy || work.askAgain !== null,
    take: async (words, call) => {
      const isTaken = await work.isTaken(call);
      if (isTaken) done(words);
      else again();
      return isTaken;
    },
    done,
  };
  return (
    <Panel title={status !== 'pending_review' ? 'Next step' : deciding.may ? 'Your decision' : 'Under review'}>
      <div class="pad form">
        <Refusal of={work} />
        {isCut && (
          <Notice tone="care">No connection. You can read and write here; the next step needs the server.</Notice>
        )}
        {isMoved && (
          <Notice
            actions={
              <Button onClick={follow} small>
                Show it as it is now
              </Button>
            }
            tone="care"
          >
            Somebody moved this document on while you looked at it. Look again before you decide.
          </Notice>
        )}
        {writing.older && <Older of={writing.older} />}
        {status === 'draft' && mayWrite && <Submit step={step} version={version} />}
        {status === 'pending_review' ? (
          <Verdict
            before={before}
            deciding={deciding}
            document={document}
            isMoved={isMoved}
            step={step}
            writing={writing}
          />
        ) : (
          writing.isWritten && <Kept document={document} writing={writing} />
        )}
        {status === 'approved' && mayWrite && (
          <Button
            busy={work.isBusy}
            disabled={isCut}
            icon="pen-line"
            onClick={() =>
              step.take('The next version is a draft now.', (attempt) => attempt.revise({ ...step.target, body: {} }))
            }
            wide
          >
            Write version {version + 1}
          </Button>
        )}
        {status === 'archived' && <p class="second">This document is archived. It stays readable.</p>}
        <PuttingAway document={document} step={step} />
      </div>
    </Panel>
  );
}

/** What was written about an earlier version stays to be read. */
function Older({ of: { version, opinion, drop } }: { readonly of: NonNullable<Writing['older']> }) {
  const rows = [...opinion.conditions.map(conditionLine), ...opinion.comments.map(({ text = '' }) => text)];
  const said = [opinion.note, ...rows, opinion.isMaterial ? '' : 'The change is not material.']
    .filter(Boolean)
    .join(' ');
  return (
    <Notice
      actions={
        <Button onClick={drop} small>
          Drop it
        </Button>
      }
      tone="care"
    >
      You wrote about version {version}, and it may not have been sent: {said}
    </Notice>
  );
}

/** The version left the review before the opinion was sent. */
function Kept({ writing, document }: Pick<Props, 'writing'> & Pick<DocumentPart, 'document'>) {
  const { opinion, write, clear } = writing;
  return (
    <>
      <Notice tone="care">It is not under review now. What you wrote is kept here, for when it is again.</Notice>
      <NoteField missing="" writing={writing} />
      {opinion.conditions.length > 0 && <ConditionsField writing={writing} />}
      {opinion.comments.length > 0 && (
        <WriteComments document={document} onWritten={(comments) => write({ comments })} rows={opinion.comments} />
      )}
      <Button icon="trash" onClick={clear} wide>
        Drop what I wrote
      </Button>
    </>
  );
}

function Submit({
  step: { target, isBusy, isCut, isOpen, take },
  version,
}: {
  readonly step: Step;
  readonly version: number;
}) {
  const [note, setNote] = useState('');
  useHeld(note.trim() !== '');
  return (
    <>
      <fieldset class="fields" disabled={isOpen}>
        <TextField label="Note to the reviewer" name="note" onInput={setNote} optional rows={2} value={note} />
      </fieldset>
      <Button
        busy={isBusy}
        disabled={isCut}
        icon="send"
        look="act"
        onClick={() =>
          take('Submitted for review.', (attempt) =>
            attempt.submitReview({ ...target, body: note ? { notes: note } : {} }),
          )
        }
        wide
      >
        Submit version {version} for review
      </Button>
    </>
  );
}
