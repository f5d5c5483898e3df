/** The decision on a version under review: approve it, ask for changes, or take it back. */
import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { CheckField, TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useMay } from '../../base/me.ts';
import { rest } from '../../base/server.ts';
import type { DocumentPart } from '../part.ts';
import type { Row } from '../../../ui/rows-field.tsx';
import type { Step } from './step.ts';
import { commentsFrom, WriteComments } from './write-comments.tsx';
import { useTwoPersonRule } from './two-person-rule.ts';

type Props = { readonly step: Step } & Pick<DocumentPart, 'document'>;

export function Verdict({ document, step }: Props) {
  const [mayWrite, mayApprove, isBarred] = [
    useMay('documents:write'),
    useMay('documents:approve'),
    useTwoPersonRule(document),
  ];
  return (
    <>
      {mayApprove && isBarred && (
        <Notice tone="act">You wrote or submitted this version. Somebody else has to approve it.</Notice>
      )}
      {mayApprove && !isBarred && <Decide document={document} step={step} />}
      {mayWrite && (
        <Button onClick={() => step.take('Withdrawn.', () => rest.withdraw({ ...step.target, body: {} }))} wide>
          Withdraw from review
        </Button>
      )}
    </>
  );
}

function Decide({ document, step: { target, isBusy, take } }: Props) {
  const { version, current_approved_version: approved } = document;
  const [note, setNote] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [comments, setComments] = useState<readonly Row[]>([]);
  const [isMaterial, setMaterial] = useState(true);
  const approve = (): Promise<void> =>
    take(`Version ${version} is approved.`, () =>
      rest.approve({
        ...target,
        body: {
          ...(note.trim() ? { notes: note } : {}),
          ...(approved === null ? {} : significance(isMaterial, note)),
        },
      }),
    );
  const askForChanges = (): unknown => {
    setMissing(!note.trim());
    if (!note.trim()) return undefined;
    const body = { reason: note, ...(comments.length > 0 ? { comments: commentsFrom(comments) } : {}) };
    return take('The author was asked for changes.', () => rest.reject({ ...target, body }));
  };
  return (
    <>
      <TextField
        error={isMissing ? 'Say what has to change.' : undefined}
        label="Note to the author and the site"
        name="note"
        onInput={setNote}
        optional={!isMissing}
        rows={2}
        value={note}
      />
      {approved !== null && (
        <CheckField
          checked={isMaterial}
          label="The change is material: everybody is briefed and signs again"
          onInput={setMaterial}
        />
      )}
      <Button busy={isBusy} icon="check" look="safe" onClick={approve} wide>
        Approve version {version}
      </Button>
      <WriteComments document={document} onWritten={setComments} rows={comments} />
      <Button busy={isBusy} onClick={askForChanges} wide>
        Ask for changes
      </Button>
    </>
  );
}

/** A minor change needs a reason. */
function significance(isMaterial: boolean, note: string) {
  return isMaterial
    ? ({ change_significance: 'material' } as const)
    : ({ change_significance: 'minor', reason: note.trim() || 'No change of hazards or controls.' } as const);
}
