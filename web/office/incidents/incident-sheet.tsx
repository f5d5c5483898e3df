/** Makes the sheet of an incident, with what form F2508 asks, and saves it. */
import { Button } from '../../ui/button.tsx';
import { tell } from '../../ui/toasts.tsx';
import { saveFile } from '../base/make-file.ts';
import { useMay } from '../base/me.ts';
import { useWork } from '../base/work.ts';
import { Refusal } from '../frame/refusal.tsx';

export function IncidentSheet({ id }: { readonly id: string }) {
  const work = useWork();
  if (!useMay('exports:write')) return null;
  const make = (): Promise<void> =>
    work.run(async (attempt) => {
      const asked = await attempt.exportIncident({ incident: id, body: { format: 'pdf' } });
      await saveFile(asked, (file) => attempt.getProjectExport({ project_export: file }));
      tell('The incident sheet is in your downloads.');
    });
  return (
    <>
      <Button busy={work.isBusy} icon="download" onClick={make}>
        Incident sheet
      </Button>
      <Refusal of={work} />
    </>
  );
}
