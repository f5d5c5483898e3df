/** Asks the crews to be briefed once more on the version in force, and says who asked last. `?ask` opens it at once. */
import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { tell } from '../../../ui/toasts.tsx';
import type { Rest } from '../../base/attempt.ts';
import { useForm } from '../../base/form.ts';
import { useMay } from '../../base/me.ts';
import { go, useAddress, withQuery } from '../../base/place.ts';
import { useSites } from '../../base/sites.ts';
import { atTime } from '../../base/times.ts';
import { FormDialog } from '../../frame/form-dialog.tsx';
import type { DocumentPart } from '../part.ts';

/** `site` = of the version in force. */
export function AskToBrief({ document, again, site }: DocumentPart & { readonly site: string | null }) {
  const address = useAddress();
  const [isOpen, setOpen] = useState(address.searchParams.has('ask'));
  const close = (): void => {
    setOpen(false);
    go(withQuery(new URL(location.href), { ask: null }), true);
  };
  const mayAsk = useMay('signoffs:write');
  const isClosed = useSites().some(({ id, status }) => id === site && status === 'archived');
  if (!mayAsk || isClosed || document.current_approved_version === null || document.status === 'archived') return null;
  return (
    <>
      <Button icon="users" look="act" onClick={() => setOpen(true)}>
        Ask to brief again
      </Button>
      {isOpen && <Ask again={again} document={document} onClose={close} />}
    </>
  );
}

function Ask({ document: { id, current_approved_version: version }, again, onClose }: DocumentPart & Closing) {
  const form = useForm({ reason: '' });
  const save = async (attempt: Rest): Promise<void> => {
    await attempt.askToBrief({ document: id, body: { reason: form.values.reason.trim() || null } });
    tell('Asked. The tablets show it with their next signal.');
    again();
  };
  return (
    <FormDialog isStep onClose={onClose} save={save} title="Ask to brief again" verb="Ask to brief again">
      <p>
        Every tablet of the site shows on Today that version {version} is to be briefed again, until somebody has signed
        there. Those who brief get a notice.
      </p>
      <TextField {...form.field('reason')} autofocus label="Why?" optional rows={2} />
    </FormDialog>
  );
}

interface Closing {
  readonly onClose: () => void;
}

/** Undefined = nobody asked for the version in force. */
export function askedWords({
  briefing_asked: asked,
  current_approved_version: version,
}: DocumentPart['document']): string | undefined {
  if (!asked || asked.version !== version) return undefined;
  const why = asked.reason ? `: “${asked.reason}”` : '.';
  return `${asked.by.name} asked on ${atTime(asked.at)} to brief version ${version} again${why}`;
}
