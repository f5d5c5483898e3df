/** Archives a site where the work is over, after saying what that does; and restores it. */
import { useState } from 'preact/hooks';
import { tell } from '../../ui/toasts.tsx';
import type { Rest } from '../base/attempt.ts';
import { FormDialog } from '../frame/form-dialog.tsx';

type Site = Awaited<ReturnType<Rest['getSite']>>;

export function ArchiveSite({ site, onClose }: { readonly site: Site; readonly onClose: () => void }) {
  // As it was when somebody asked: another may archive or restore it meanwhile.
  const [{ id, name, revision, status }] = useState(site);
  const isArchived = status === 'archived';
  const save = async (attempt: Rest): Promise<void> => {
    await attempt.updateSite({
      site: id,
      ifRevision: revision,
      body: { status: isArchived ? 'active' : 'archived' },
    });
    tell(isArchived ? `${name} is restored.` : `${name} is archived.`);
  };
  return (
    <FormDialog
      onClose={onClose}
      save={save}
      title={isArchived ? `Restore ${name}?` : `Archive ${name}?`}
      verb={isArchived ? 'Restore the site' : 'Archive the site'}
    >
      {isArchived ? (
        <p>Work may begin here again: it is offered for new documents and permits, and on the tablets.</p>
      ) : (
        <>
          <p>
            No permit, document or sign-off is begun here any more, the site leaves the lists of what is under way, and
            tablets do not offer it. Its documents, sign-offs, permits and incidents are kept and stay readable.
          </p>
          <p>Permits there have to be closed or cancelled first. It can be restored at any time.</p>
        </>
      )}
    </FormDialog>
  );
}
