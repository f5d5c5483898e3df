/** Projects and their sites: what there is, and new ones. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ShownRows } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { asWords } from '../../ui/status.ts';
import { Tag } from '../../ui/tag.tsx';
import { everyRow } from '../base/every-row.ts';
import { useLoaded } from '../base/loaded.ts';
import { useMay } from '../base/me.ts';
import { rest } from '../base/server.ts';
import { onDay } from '../base/times.ts';
import { Screen } from '../frame/screen.tsx';
import { AddProject, AddSite } from './add-place.tsx';
import { ProjectFiles } from './project-files.tsx';

export function Sites() {
  const projects = useLoaded('all projects', () => everyRow((query) => rest.listProjects({ query })));
  const sites = useLoaded('all sites', () => everyRow((query) => rest.listSites({ query })));
  const [adding, setAdding] = useState<{ readonly project: string | null } | null>(null);
  const mayWrite = useMay('projects:write');
  const close = (): void => {
    setAdding(null);
    projects.again();
    sites.again();
  };
  const addProject = mayWrite && (
    <Button icon="plus" look="act" onClick={() => setAdding({ project: null })}>
      New project
    </Button>
  );
  return (
    <Screen actions={addProject} title="Sites">
      <ShownRows
        empty={
          <Panel>
            <Empty icon="folder" title="No projects yet. A project holds sites and documents.">
              {addProject}
            </Empty>
          </Panel>
        }
        of={projects}
      >
        {(rows) =>
          rows.map(({ id, name, reference, client_name, status, start_date, end_date }) => (
            <Panel
              actions={
                <>
                  <Tag tone={status === 'active' ? 'safe' : 'plain'}>{asWords(status)}</Tag>
                  <a class="second" href={`/office/documents?project=${id}`}>
                    Documents
                  </a>
                  <ProjectFiles project={{ id, name }} sites={sites.value?.data ?? []} />
                  {mayWrite && (
                    <Button icon="plus" onClick={() => setAdding({ project: id })} small>
                      Add site
                    </Button>
                  )}
                </>
              }
              count={[client_name, workDates(start_date, end_date)].filter(Boolean).join(' · ')}
              key={id}
              title={[reference, name].filter(Boolean).join(' · ')}
            >
              <ul class="rows">
                {sites.value?.data
                  .filter(({ project_id }) => project_id === id)
                  .map((site) => (
                    <li key={site.id}>
                      <Icon name="map-pin" size={20} />
                      <span class="main">
                        <b class="title">{site.name}</b>
                        <span class="second">
                          {[site.address, site.city, site.postcode].filter(Boolean).join(', ')}
                        </span>
                      </span>
                      <span class="second">
                        {[site.site_contact_name, site.site_contact_phone].filter(Boolean).join(' · ')}
                      </span>
                    </li>
                  ))}
              </ul>
            </Panel>
          ))
        }
      </ShownRows>
      {adding &&
        (adding.project === null ? (
          <AddProject onClose={close} />
        ) : (
          <AddSite onClose={close} project={adding.project} />
        ))}
    </Screen>
  );
}

/** "9 Nov to 20 Dec", as far as it is known. */
function workDates(start: string | null | undefined, end: string | null | undefined): string {
  if (start && end) return `${onDay(start)} to ${onDay(end)}`;
  return start ? `from ${onDay(start)}` : end ? `until ${onDay(end)}` : '';
}
