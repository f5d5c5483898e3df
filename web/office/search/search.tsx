/** What the search box finds: documents, projects and hazards, the best match first; then people, contractors, permits, incidents and sites. */
import { Icon, type IconName } from '../../ui/icon.tsx';
import { LinkRow } from '../../ui/link-row.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Shown, ShownRows } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { useLive } from '../base/loaded.ts';
import { useMe } from '../base/me.ts';
import { useAddress } from '../base/place.ts';
import { rest } from '../base/server.ts';
import { Screen } from '../frame/screen.tsx';
import { findElsewhere, type Place } from './elsewhere.ts';

const icons: Readonly<Record<string, IconName>> = {
  document: 'file-text',
  project: 'folder',
  hazard: 'triangle-alert',
};

export function Search() {
  const q = useAddress().searchParams.get('q') ?? '';
  const me = useMe();
  const found = useLive(`search ${q}`, async () =>
    q.length > 1 ? await rest.search({ query: { q, per_page: 50 } }) : { data: [], meta: { total: 0 } },
  );
  const elsewhere = useLive(`search elsewhere ${q} ${me?.role ?? ''}`, async () =>
    me && q.length > 1 ? await findElsewhere(q, me) : [],
  );
  return (
    <Screen title={q ? `Search: ${q}` : 'Search'}>
      <Panel count={found.value?.meta.total ?? ''} title="Documents, projects and hazards">
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
                      href={
                        type === 'project'
                          ? `/office/documents?project=${id}`
                          : `/office/documents/${document_id ?? id}`
                      }
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
      <Shown of={elsewhere} rows={2}>
        {(places) => places.map((place) => <FoundThere key={place.title} place={place} />)}
      </Shown>
    </Screen>
  );
}

function FoundThere({ place: { title, icon, found } }: { readonly place: Place }) {
  return (
    <Panel count={found.length} title={title}>
      <ul class="rows">
        {found.map(({ id, title: name, about, href }) => (
          <LinkRow about={[about]} href={href} icon={icon} key={id} title={name} />
        ))}
      </ul>
    </Panel>
  );
}
