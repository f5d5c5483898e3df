/** The decision on a version under review: approve it, ask for changes, or take it back. */
import { useState } from 'preact/hooks';
import { approvedOn } from '../../../../shared/resources/document/conditions.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Untaken } from '../../../ui/input/not-taken.ts';
import type { Rest } from '../../base/attempt.ts';
import { useMay } from '../../base/me.ts';
import type { DocumentPart } from '../part.ts';
import { useFields } from '../keep-fields.ts';
import type { MayDecide } from './may-decide.ts';
import type { Writing } from './opinion.ts';
import { conditionLine, conditionOf, ConditionsField, conditionsIn, NoteField } from './opinion-fields.tsx';
import type { Step } from './step.ts';
import { commentLine, commentsFrom, WriteComments } from './write-comments.tsx';

/** What a minor change keeps the conditions of. */
export type Approved = NonNullable<Parameters<typeof approvedOn>[1]>;

interface Props extends Pick<DocumentPart, 'document'> {
  readonly step: Step;
  readonly writing: Writing;
  /** Then nobody decides before they have looked again. */
  readonly isMoved: boolean;
  readonly before: Approved | null;
}

export function Verdict({
  deciding,
  document,
  before,
  step,
  writing,
  isMoved,
}: Props & { readonly deciding: MayDecide }) {
  const mayWrite = useMay('documents:write');
  return (
    <>
      {deciding.why && <Notice tone="act">{deciding.why}</Notice>}
      {!deciding.may && !deciding.why && <p class="second">It waits for its review.</p>}
      {deciding.may && <Decide before={before} document={document} isMoved={isMoved} step={step} writing={writing} />}
      {mayWrite && !isMoved && (
        <Button
          disabled={step.isCut}
          onClick={() => step.take('Withdrawn.', (attempt) => attempt.withdraw({ ...step.target, body: {} }))}
          wide
        >
          Withdraw from review
        </Button>
      )}
    </>
  );
}

function Decide({ document, before, writing, isMoved, step: { isBusy, isCut, isOpen, take } }: Props) {
  const { id, version, current_approved_version: approved, conditions_open: open = [] } = document;
  const {
    opinion: { note, comments, conditions: written, isMaterial },
    write,
    clear,
  } = writing;
  const conditions = conditionsIn(written);
  /** With those that a minor change keeps. */
  const count = approvedOn(conditions.map(conditionOf), isMaterial ? null : before, document).conditions.length;
  const [missing, setMissing] = useState('');
  const fields = useFields();
  const send = async (words: string, call: (attempt: Rest) => Promise<unknown>): Promise<void> => {
    const [notKept] = fields.untaken();
    if (notKept) return notKept();
    if (await take(words, call)) clear();
  };
  // The decision is about what was shown, whatever else happens to the document.
  const seen = { version, content_hash: document.review_rounds.at(-1)?.content_hash };
  // Each button sends all that was written: what its own fields do not take goes into the note.
  const said = [note, ...comments.map((row) => commentLine(row, document))].filter(Boolean).join('\n');
  const isReasonless = approved !== null && !isMaterial && !note.trim();
  const approve = (): unknown =>
    isReasonless
      ? setMissing('Say why nobody has to be briefed again.')
      : send(`Version ${version} is approved.`, (attempt) =>
          attempt.approve({
            document: id,
            body: {
              ...seen,
              ...(said.trim() ? { notes: said } : {}),
              ...(conditions.length > 0 ? { conditions: conditions.map(conditionOf) } : {}),
              ...(approved === null ? {} : significance(isMaterial, note)),
            },
          }),
        );
  const askForChanges = (): unknown => {
    setMissing(note.trim() ? '' : 'Say what has to change.');
    if (!note.trim()) return undefined;
    const reason = [note, ...conditions.map(conditionLine)].join('\n');
    const body = { ...seen, reason, ...(comments.length > 0 ? { comments: commentsFrom(comments) } : {}) };
    return send('The author was asked for changes.', (attempt) => attempt.reject({ document: id, body }));
  };
  return (
    <Untaken.Provider value={fields.noteOf('')}>
      <fieldset class="fields" disabled={isOpen}>
        <NoteField missing={note.trim() ? '' : missing} writing={writing} />
        {approved !== null && (
          <CheckField
            checked={isMaterial}
            label="The change is material: everybody is briefed and signs again"
            onInput={(is) => write({ isMaterial: is })}
          />
        )}
        {approved !== null && open.length > 0 && (
          <p class="second">
            {open.length === 1 ? '1 condition' : `${open.length} conditions`} of version {approved}{' '}
            {open.length === 1 ? 'is' : 'are'} not met yet.{' '}
            {isMaterial ? 'Add again what has to hold for this version.' : 'A minor change keeps what is not met.'}
          </p>
        )}
        <ConditionsField writing={writing} />
        <Button busy={isBusy} disabled={isMoved || isCut} icon="check" look="safe" onClick={approve} wide>
          Approve version {version}
          {count > 0 && (count === 1 ? ' with 1 condition' : ` with ${count} conditions`)}
        </Button>
        <WriteComments document={document} onWritten={(next) => write({ comments: next })} rows={comments} />
        <Button busy={isBusy} disabled={isMoved || isCut} onClick={askForChanges} wide>
          Ask for changes
        </Button>
      </fieldset>
    </Untaken.Provider>
  );
}

/** A minor change needs a reason. */
function significance(isMaterial: boolean, note: string) {
  return isMaterial
    ? ({ change_significance: 'material' } as const)
    : ({ change_significance: 'minor', reason: note.trim() } as const);
}
