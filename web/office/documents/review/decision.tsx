/** The next step of a document: submit it, decide on it, or write the next version; and what the server says against it. */
import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { tell } from '../../../ui/toasts.tsx';
import { useMay } from '../../base/me.ts';
import { rest } from '../../base/server.ts';
import { useWork } from '../../base/work.ts';
import { Refusal } from '../../frame/refusal.tsx';
import type { DocumentPart } from '../part.ts';
import { PuttingAway } from './putting-away.tsx';
import type { Asked, Step } from './step.ts';
import { Verdict } from './verdict.tsx';

export function Decision({ document, again, asked }: DocumentPart & { readonly asked: Asked | null }) {
  const { id, status, version, revision } = document;
  const work = useWork();
  const mayWrite = useMay('documents:write');
  const step: Step = {
    target: { document: id, ifRevision: revision },
    isBusy: work.isBusy,
    take: (words, call) =>
      work.run(async () => {
        await call();
        tell(words);
        again();
      }),
  };
  return (
    <Panel title={status === 'pending_review' ? 'Your decision' : 'Next step'}>
      <div class="pad form">
        <Refusal of={work} />
        {status === 'draft' && mayWrite && <Submit step={step} version={version} />}
        {status === 'pending_review' && <Verdict asked={asked} document={document} step={step} />}
        {status === 'approved' && mayWrite && (
          <Button
            busy={work.isBusy}
            icon="pen-line"
            onClick={() =>
              step.take('The next version is a draft now.', () => rest.revise({ ...step.target, body: {} }))
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

function Submit({ step: { target, isBusy, take }, version }: { readonly step: Step; readonly version: number }) {
  const [note, setNote] = useState('');
  return (
    <>
      <TextField label="Note to the reviewer" name="note" onInput={setNote} optional rows={2} value={note} />
      <Button
        busy={isBusy}
        icon="send"
        look="act"
        onClick={() =>
          take('Submitted for review.', () => rest.submitReview({ ...target, body: note ? { notes: note } : {} }))
        }
        wide
      >
        Submit version {version} for review
      </Button>
    </>
  );
}
