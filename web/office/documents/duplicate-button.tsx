/** Copies a document into a new draft, and opens it. */
import { Button } from '../../ui/button.tsx';
import { tell } from '../../ui/toasts.tsx';
import { useMay } from '../base/me.ts';
import { useWork } from '../base/work.ts';
import { Refusal } from '../frame/refusal.tsx';

export function DuplicateButton({ id }: { readonly id: string }) {
  const work = useWork();
  if (!useMay('documents:write')) return null;
  const copy = (): Promise<void> =>
    work.run(async (attempt) => {
      const made = await attempt.duplicate({ document: id });
      tell(`${made.reference ?? 'The copy'} is a draft of its own.`);
      attempt.goOn(`/office/documents/${made.id}`);
    });
  return (
    <>
      <Button busy={work.isBusy} icon="copy" onClick={copy}>
        Duplicate
      </Button>
      <Refusal of={work} />
    </>
  );
}
