/** Makes a PDF in which the changes since an earlier approved version are marked, and saves it. */
import { Button } from '../../../ui/button.tsx';
import { saveFile } from '../../base/make-file.ts';
import { useMay } from '../../base/me.ts';
import { useWork } from '../../base/work.ts';
import { Refusal } from '../../frame/refusal.tsx';
import type { DocumentPart } from '../part.ts';

export function MarkedPdf({
  id,
  from,
  to,
  small = false,
}: {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly small?: boolean;
}) {
  const work = useWork();
  if (!useMay('exports:write') || from >= to) return null;
  const make = (): Promise<void> =>
    work.run(async (attempt) => {
      // What the screen compares, the right answers of an understanding check among it.
      const body = { format: 'pdf', version: to, compare_with: from, include: { quiz_answers: true } } as const;
      await saveFile(await attempt.exportDocument({ document: id, body }), (file) =>
        attempt.getExport({ export: file }),
      );
    });
  return (
    <>
      <Button busy={work.isBusy} icon="download" onClick={make} small={small}>
        PDF with changes marked
      </Button>
      <Refusal of={work} />
    </>
  );
}

/** Of what follows the version in force; none where nothing does. */
export function MarkedDraft({
  document: { id, version, current_approved_version: approved },
}: Pick<DocumentPart, 'document'>) {
  return approved === null ? null : <MarkedPdf from={approved} id={id} to={version} />;
}
