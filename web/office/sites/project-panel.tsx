/** One project with its sites: editing, archiving and restoring it, its documents and its files. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { LinkRow } from '../../ui/link-row.tsx';
import { Panel } from '../../ui/panel.tsx';
import { asWords } from '../../ui/status.ts';
import { Tag } from '../../ui/tag.tsx';
import { tell } from '../../ui/toasts.tsx';
import { useMay } from '../base/me.ts';
import type { Rest } from '../base/attempt.ts';
import { openSites } from '../base/sites.ts';
import { onDay } from '../base/times.ts';
import { useWork } from '../base/work.ts';
import { FormDialog } from '../frame/form-dialog.tsx';
import { Refusal } from '../frame/refusal.tsx';
import { ProjectDialog, SiteDialog } from './add-place.tsx';
import { ProjectFiles } from './project-files.tsx';

type Project = Awaited<ReturnType<Rest['listProjects']>>['data'][number];
type Site = Awaited<ReturnType<Rest['listSites']>>['data'][number];

interface Props {
  readonly project: Project;
  /** Of all projects. */
  readonly sites: readonly Site[];
  readonly again: () => void;
}

export function ProjectPanel({ project, sites, again }: Props) {
  const { id, name, reference, client_name, status, start_date: start, end_date: end } = project;
  const [open, setOpen] = useState<'edit' | 'site' | 'archive' | null>(null);
  const work = useWork();
  const mayWrite = useMay('projects:write');
  const own = sites.filter(({ project_id }) => project_id === id);
  const archived = own.filter((site) => site.status === 'archived');
  const close = (): void => {
    setOpen(null);
    again();
  };
  const restore = (): Promise<void> =>
    work.run(async (attempt) => {
      await attempt.restoreProject({ project: id });
      tell(`${name} runs again.`);
      again();
    });
  return (
    <Panel
      actions={
        <>
          <Tag tone={status === 'active' ? 'safe' : 'plain'}>{asWords(status)}</Tag>
          <a class="second" href={`/office/documents?project=${id}`}>
            Documents
          </a>
          <ProjectFiles project={{ id, name }} sites={own} />
          {mayWrite &&
            (status === 'archived' ? (
              <Button busy={work.isBusy} icon="rotate-ccw" onClick={restore} small>
                Restore
              </Button>
            ) : (
              <>
                <Button icon="pen-line" onClick={() => setOpen('edit')} small>
                  Edit
                </Button>
                <Button onClick={() => setOpen('archive')} small>
                  Archive
                </Button>
                <Button icon="plus" onClick={() => setOpen('site')} small>
                  Add site
                </Button>
              </>
            ))}
        </>
      }
      count={[client_name, workDates(start, end)].filter(Boolean).join(' · ')}
      title={[reference, name].filter(Boolean).join(' · ')}
    >
      <Refusal of={work} />
      {own.length === 0 && <p class="pad second">No site yet.</p>}
      {own.length > archived.length && <SiteRows sites={openSites(own)} />}
      {archived.length > 0 && (
        <details class="below">
          <summary class="pad">Archived sites: {archived.length}</summary>
          <SiteRows sites={archived} />
        </details>
      )}
      {open === 'edit' && <ProjectDialog onClose={close} project={project} />}
      {open === 'site' && <SiteDialog onClose={close} project={id} site={null} />}
      {open === 'archive' && <Archive onClose={close} project={project} sites={own} />}
    </Panel>
  );
}

function SiteRows({ sites }: Pick<Props, 'sites'>) {
  return (
    <ul class="rows">
      {sites.map((site) => (
        <LinkRow
          about={[[site.address, site.city, site.postcode].filter(Boolean).join(', ')]}
          href={`/office/sites/${site.id}`}
          icon="map-pin"
          key={site.id}
          title={site.name}
        >
          <span class="second">{[site.site_contact_name, site.site_contact_phone].filter(Boolean).join(' · ')}</span>
          {site.status === 'archived' && <Tag>Archived</Tag>}
        </LinkRow>
      ))}
    </ul>
  );
}

function Archive({ project: { id, name }, sites, onClose }: Omit<Props, 'again'> & { readonly onClose: () => void }) {
  const save = async (attempt: Rest): Promise<void> => {
    await attempt.archiveProject({ project: id });
    tell(`${name} is archived.`);
  };
  return (
    <FormDialog onClose={onClose} save={save} title={`Archive ${name}?`} verb="Archive the project">
      <p>
        It leaves this page
        {sites.length > 0 && (sites.length === 1 ? ' with its site' : ` with its ${sites.length} sites`)}, and no work
        is planned for it any more. Its documents, sign-offs, permits and incidents are kept and stay readable.
      </p>
      <p>It can be restored at any time, under Archived.</p>
    </FormDialog>
  );
}

/** "9 Nov to 20 Dec", as far as it is known. */
function workDates(start: string | null | undefined, end: string | null | undefined): string {
  if (start && end) return `${onDay(start)} to ${onDay(end)}`;
  return start ? `from ${onDay(start)}` : end ? `until ${onDay(end)}` : '';
}
