/** Archives, restores or discards: each says before what will happen, and to whom. */
import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../frame/form-dialog.tsx';
import type { Rest } from '../../base/attempt.ts';
import { useMay } from '../../base/me.ts';
import type { DocumentPart } from '../part.ts';
import type { Step } from './step.ts';

type Way = 'archive' | 'restore' | 'discard';
type Document = DocumentPart['document'];

interface Said {
  readonly title: string;
  readonly verb: string;
  readonly done: string;
  readonly what: (document: Document) => readonly string[];
}

const said: Readonly<Record<Way, Said>> = {
  archive: {
    title: 'Archive this document?',
    verb: 'Archive it',
    done: 'Archived. It stays readable.',
    what: ({ personnel, current_approved_version: approved }) => [
      approved === null
        ? 'The draft is put away. Nobody was ever briefed on it.'
        : `Version ${approved} is no longer in force. Tablets stop offering it for briefings with their next signal.`,
      ...(personnel.length > 0 ? [`${peopleOf(personnel.length)} named on it are not asked to sign it any more.`] : []),
      'Its versions and sign-offs stay, and it can be restored.',
    ],
  },
  restore: {
    title: 'Restore this document?',
    verb: 'Restore it',
    done: 'Restored.',
    what: ({ current_approved_version: approved }) => [
      approved === null
        ? 'It is a draft again.'
        : `Version ${approved} is in force again, and tablets offer it for briefings with their next signal.`,
    ],
  },
  discard: {
    title: 'Discard this draft?',
    verb: 'Discard the draft',
    done: 'Discarded. The approved version applies.',
    what: ({ version, current_approved_version: approved, editors }) => [
      `Version ${approved} stays in force. Nobody has to sign again.`,
      `What was written for version ${version}${editors.length > 0 ? ` by ${editors.map(({ name }) => name).join(', ')}` : ''} leaves the document. A copy is kept, and the next version starts from version ${approved}.`,
    ],
  },
};

export function PuttingAway({ document, step }: { readonly document: Document; readonly step: Step }) {
  const [way, setWay] = useState<Way | null>(null);
  const mayArchive = useMay('documents:archive');
  const mayWrite = useMay('documents:write');
  const { status, current_approved_version: approved } = document;
  const isArchived = status === 'archived';
  const offered = (
    [
      mayWrite && status === 'draft' && approved !== null && 'discard',
      mayArchive && !isArchived && status !== 'pending_review' && 'archive',
      mayArchive && isArchived && 'restore',
    ] as const
  ).filter((each) => each !== false);
  return (
    <>
      {offered.map((each) => (
        <Button disabled={step.isCut} key={each} onClick={() => setWay(each)} wide>
          {said[each].verb}
        </Button>
      ))}
      {way && <Ask document={document} onClose={() => setWay(null)} step={step} way={way} />}
    </>
  );
}

function Ask({
  way,
  document,
  step: { target, done },
  onClose,
}: {
  readonly way: Way;
  readonly document: Document;
  readonly step: Step;
  readonly onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const { title, verb, done: words, what } = said[way];
  const call = (attempt: Rest) => {
    const body = reason.trim() ? { reason: reason.trim() } : {};
    if (way === 'archive') return attempt.archive({ ...target, body });
    return way === 'restore' ? attempt.restore({ ...target, body: {} }) : attempt.discard({ ...target, body });
  };
  const save = async (attempt: Rest): Promise<void> => {
    await call(attempt);
    done(words);
  };
  return (
    <FormDialog isStep onClose={onClose} save={save} title={title} verb={verb}>
      {what(document).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {way !== 'restore' && <TextField label="Why" name="reason" onInput={setReason} optional value={reason} />}
    </FormDialog>
  );
}

function peopleOf(count: number): string {
  return count === 1 ? 'The person' : `The ${count} people`;
}
