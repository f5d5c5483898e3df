/** What the search box finds: documents, projects and hazards, the best match first. */
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ShownRows } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { useLoaded } from '../base/loaded.ts';
import { useAddress } from '../base/place.ts';
import { rest } from '../base/server.ts';
import { Screen } from '../frame/screen.tsx';

const icons: Readonly<Record<string, IconName>> = {
  document: 'file-text',
  project: 'folder',
  hazard: 'triangle-alert',
};

export function Search() {
  const q = useAddress().searchParams.get('q') ?? '';
  const found = useLoaded(`search ${q}`, async () =>
    q.length > 1 ? await rest.search({ query: { q, per_page: 50 } }) : { data: [], meta: { total: 0 } },
  );
  return (
    <Screen title={q ? `Search: ${q}` : 'Search'}>
      <Panel count={found.value?.meta.total ?? ''} title="Found">
        <ShownRows
          empty={
            <Empty icon="search" title={q.length > 1 ? 'Nothing has these words.' : 'Write two letters or more.'}>
              <p class="second">Searched are titles, references, hazards and their controls.</p>
            </Empty>
          }
          of={found}
        >
          {(rows) => (
            <ul class="rows">
              {rows.map(({ type, id, title, reference, snippet, document_id }) => (
                <li key={id}>
                  <Icon name={icons[type] ?? 'file-text'} size={20} />
                  <span class="main">
                    <a
                      class="title"
                      href={type === 'project' ? `/office/sites` : `/office/documents/${document_id ?? id}`}
                    >
                      {title}
                    </a>
                    <span class="second">
                      {reference && <span class="code">{reference}</span>} {snippet !== title && snippet}
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </ShownRows>
      </Panel>
    </Screen>
  );
}
