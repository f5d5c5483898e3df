/** Projects and their sites: what there is, new ones, and projects that are over. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ShownRows } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { everyRow } from '../base/every-row.ts';
import { useLive } from '../base/loaded.ts';
import { useMay } from '../base/me.ts';
import { useAddress, withQuery } from '../base/place.ts';
import { rest } from '../base/server.ts';
import { Screen } from '../frame/screen.tsx';
import { ProjectDialog } from './add-place.tsx';
import { ProjectPanel } from './project-panel.tsx';
import { Site } from './site.tsx';

export function Sites({ id }: { readonly id: string }) {
  return id ? <Site id={id} key={id} /> : <List />;
}

function List() {
  const address = useAddress();
  const isArchived = address.searchParams.get('show') === 'archived';
  const projects = useLive(`all projects ${isArchived}`, (told) =>
    everyRow(
      (page) => rest.listProjects({ query: { ...page, ...(isArchived ? { status: 'archived' } : {}) } }),
      told('projects'),
    ),
  );
  const sites = useLive('all sites', () => everyRow((query) => rest.listSites({ query })));
  const [isAdding, setAdding] = useState(false);
  const mayWrite = useMay('projects:write');
  const again = (): void => {
    projects.again();
    sites.again();
  };
  const addProject = mayWrite && (
    <Button icon="plus" look="act" onClick={() => setAdding(true)}>
      New project
    </Button>
  );
  return (
    <Screen actions={addProject} title="Sites">
      <Tabs
        label="Projects"
        tabs={[
          { word: 'Running', href: withQuery(address, { show: null }), isChosen: !isArchived },
          { word: 'Archived', href: withQuery(address, { show: 'archived' }), isChosen: isArchived },
        ]}
      />
      <ShownRows
        empty={
          <Panel>
            <Empty
              icon="folder"
              title={isArchived ? 'No project is archived.' : 'No projects yet. A project holds sites and documents.'}
            >
              {!isArchived && addProject}
            </Empty>
          </Panel>
        }
        of={projects}
      >
        {(rows) =>
          rows.map((project) => (
            <ProjectPanel again={again} key={project.id} project={project} sites={sites.value?.data ?? []} />
          ))
        }
      </ShownRows>
      {isAdding && (
        <ProjectDialog
          onClose={() => {
            setAdding(false);
            again();
          }}
          project={null}
        />
      )}
    </Screen>
  );
}
