/** What the contractor hands in. The server keeps the list; the documents themselves go the way that each row says. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { PaperRows, usePapers } from '../office/contractors/paper-rows.tsx';
import { Button } from '../ui/button.tsx';
import { CheckField, TextField } from '../ui/field.tsx';
import { useErrorSummary } from '../ui/input/error-summary.tsx';
import { Panel } from '../ui/panel.tsx';
import type { Invitation } from './server.ts';
import type { Invited } from './use-invitation.ts';

export function HandIn({ invited, of }: { readonly invited: Invited; readonly of: Invitation }) {
  const papers = usePapers(of);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [message, setMessage] = useState(of.notes ?? '');
  const form = useRef<HTMLFormElement>(null);
  const errors = useErrorSummary(form);
  const isWritten = useRef(false);
  useWarning(isWritten);
  const documents = of.documents.filter(({ document_id: id }) => !left.has(id));
  const send = async (): Promise<void> => {
    if (!papers.has(documents.length)) return errors.tell();
    errors.clear();
    const named = documents.map(({ document_id }) => ({ document_id }));
    const body = { documents: named, papers: papers.written(), notes: message.trim() || null };
    isWritten.current = !(await invited.answer((server, about) => server.submitByInvitation({ ...about, body })));
  };
  return (
    <Panel title={of.submitted_at ? 'Send it again' : 'Send your documents'}>
      <form
        class="pad form"
        noValidate
        onInput={() => {
          isWritten.current = true;
          errors.look();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          if (!invited.isBusy) void send();
        }}
        ref={form}
      >
        {errors.summary}
        <p>Name each document, and say where it is. The files themselves go by e-mail, by a link, or on paper.</p>
        <fieldset class="fields" disabled={invited.isBusy}>
          {of.documents.map(({ document_id: id, reference, version }) => (
            <CheckField
              checked={!left.has(id)}
              key={id}
              label={`Send again: ${reference ?? 'a document'}${version ? `, version ${version} or the newest` : ''}`}
              onInput={(is) => setLeft(new Set(is ? [...left].filter((each) => each !== id) : [...left, id]))}
            />
          ))}
          <PaperRows of={papers} />
          <TextField label="Message" name="notes" onInput={setMessage} optional rows={3} value={message} />
        </fieldset>
        <p class="second">What you leave empty is listed as not sent, and can follow later if they ask for it.</p>
        <Button busy={invited.isBusy} icon="send" look="act" type="submit" wide>
          {of.submitted_at ? 'Send again' : 'Send'}
        </Button>
      </form>
    </Panel>
  );
}

/** The browser asks before it leaves what was written and not sent. */
function useWarning(isWritten: { readonly current: boolean }): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (isWritten.current) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, []);
}
