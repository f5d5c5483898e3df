/** Documents are handed in: by the contractor's own person, or by the office for a firm that sent them by other means. */
import { useState } from 'preact/hooks';
import { CheckField, TextField } from '../../ui/field.tsx';
import { Shown } from '../../ui/shown.tsx';
import { tell } from '../../ui/toasts.tsx';
import type { Rest } from '../base/attempt.ts';
import { everyRow } from '../base/every-row.ts';
import { useLoaded } from '../base/loaded.ts';
import { rest } from '../base/server.ts';
import { FormDialog } from '../frame/form-dialog.tsx';
import { PaperRows, usePapers } from './paper-rows.tsx';

type Submission = Awaited<ReturnType<Rest['getSubmission']>>;

export function HandIn({
  submission,
  verb,
  onClose,
}: {
  readonly submission: Submission;
  readonly verb: string;
  readonly onClose: () => void;
}) {
  const { id, project_id: project, revision } = submission;
  const papers = usePapers(submission);
  const [chosen, setChosen] = useState<readonly string[]>(submission.documents.map((each) => each.document_id));
  const [notes, setNotes] = useState(submission.notes ?? '');
  // A contractor's own person is shown its own alone.
  const own = useLoaded(`documents of ${project}`, async () => {
    const { data } = await everyRow((page) => rest.listDocuments({ query: { project_id: project, ...page } }));
    return data;
  });
  const save = async (attempt: Rest): Promise<void> => {
    const body = {
      documents: chosen.map((document_id) => ({ document_id })),
      papers: papers.written(),
      notes: notes.trim() || null,
    };
    await attempt.submitSubmission({ submission: id, ifRevision: revision, body });
    tell('Handed in.');
  };
  return (
    <FormDialog isComplete={() => papers.has(chosen.length)} onClose={onClose} save={save} title={verb} verb="Hand in">
      <Shown of={own} rows={1}>
        {(documents) =>
          documents.length > 0 && (
            <fieldset class="form">
              <legend>
                <b>Documents of this project that are part of it</b>
              </legend>
              {documents.map(({ id: document, title, reference }) => (
                <CheckField
                  checked={chosen.includes(document)}
                  key={document}
                  label={[reference, title].filter(Boolean).join(' ')}
                  onInput={(is) => setChosen(is ? [...chosen, document] : chosen.filter((each) => each !== document))}
                />
              ))}
            </fieldset>
          )
        }
      </Shown>
      <PaperRows of={papers} />
      <TextField label="Message" name="notes" onInput={setNotes} optional rows={2} value={notes} />
    </FormDialog>
  );
}
