/** Makes the register as a PDF and saves it. */
import { Button } from '../../../ui/button.tsx';
import { saveFile } from '../../base/make-file.ts';
import { useMay } from '../../base/me.ts';
import { useWork } from '../../base/work.ts';
import { Refusal } from '../../frame/refusal.tsx';
import type { DocumentPart } from '../part.ts';

export function RegisterPdf({ document: { id } }: Pick<DocumentPart, 'document'>) {
  const work = useWork();
  if (!useMay('exports:write')) return null;
  const make = (): Promise<void> =>
    work.run(async (attempt) => {
      const body = { format: 'pdf', form: 'register' } as const;
      await saveFile(await attempt.exportDocument({ document: id, body }), (file) =>
        attempt.getExport({ export: file }),
      );
    });
  return (
    <>
      <Button busy={work.isBusy} icon="download" onClick={make} small>
        Register PDF
      </Button>
      <Refusal of={work} />
    </>
  );
}
