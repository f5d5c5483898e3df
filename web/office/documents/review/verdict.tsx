/** The decision on a version under review: approve it, ask for changes, or take it back. */
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { CheckField, TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useMay } from '../../base/me.ts';
import { rest } from '../../base/server.ts';
import type { DocumentPart } from '../part.ts';
import { RowsField, type Row } from '../../../ui/rows-field.tsx';
import type { Asked, Step } from './step.ts';
import { commentsFrom, WriteComments } from './write-comments.tsx';
import { useTwoPersonRule } from './two-person-rule.ts';

type Props = { readonly step: Step; readonly asked: Asked | null } & Pick<DocumentPart, 'document'>;

export function Verdict({ document, step, asked }: Props) {
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
      {mayApprove && !isBarred && <Decide asked={asked} document={document} step={step} />}
      {mayWrite && (
        <Button onClick={() => step.take('Withdrawn.', () => rest.withdraw({ ...step.target, body: {} }))} wide>
          Withdraw from review
        </Button>
      )}
    </>
  );
}

function Decide({ document, asked, step: { target, isBusy, take } }: Props) {
  const { version, current_approved_version: approved } = document;
  const [note, setNote] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [comments, setComments] = useAsked(asked);
  const [conditions, setConditions] = useState<readonly Row[]>([]);
  const [isMaterial, setMaterial] = useState(true);
  const approve = (): Promise<void> =>
    take(`Version ${version} is approved.`, () =>
      rest.approve({
        ...target,
        body: {
          ...(note.trim() ? { notes: note } : {}),
          ...(conditions.length > 0 ? { conditions: conditions.map(conditionOf) } : {}),
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
      <RowsField
        columns={conditionColumns}
        legend="Conditions"
        name="conditions"
        one="condition"
        rows={conditions}
        save={setConditions}
      />
      <Button busy={isBusy} icon="check" look="safe" onClick={approve} wide>
        Approve version {version}
        {conditions.length > 0 &&
          (conditions.length === 1 ? ' with 1 condition' : ` with ${conditions.length} conditions`)}
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

const conditionColumns = [
  { name: 'text', label: 'What has to be met first', lines: 2 },
  { name: 'due_on', label: 'Until', type: 'date' },
] as const;

function conditionOf({ text = '', due_on: due = '' }: Row): { text: string; due_on: string | null } {
  return { text: text.trim(), due_on: due || null };
}

/** The comments so far; a place that is asked for gets a new one, which is written at once. */
function useAsked(asked: Asked | null): [readonly Row[], (rows: readonly Row[]) => void] {
  const [comments, setComments] = useState<readonly Row[]>([]);
  useEffect(() => {
    if (asked) setComments((before) => [...before, { text: '', place: asked.place }]);
  }, [asked?.count]);
  return [comments, setComments];
}
