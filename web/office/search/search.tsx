/** What the search box finds: documents, what is in them, and projects, the best match first; then people, contractors, permits, incidents and sites. */
import { Icon, type IconName } from '../../ui/icon.tsx';
import { LinkRow } from '../../ui/link-row.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Shown, ShownRows } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { searchKinds, usualSearchKinds, type SearchKind } from '../../../shared/search/search.ts';
import type { Rest } from '../base/attempt.ts';
import { useLive } from '../base/loaded.ts';
import { useMe } from '../base/me.ts';
import { useAddress } from '../base/place.ts';
import { rest } from '../base/server.ts';
import { entryLink } from '../documents/read/entry-link.ts';
import { Screen } from '../frame/screen.tsx';
import { findElsewhere, type Place } from './elsewhere.ts';

type Match = Awaited<ReturnType<Rest['search']>>['data'][number];

interface Kind {
  readonly icon: IconName;
  readonly word: string;
  readonly href: (match: Match) => string;
}

const inDocument = ({ id, document_id: documentId }: Match): string => entryLink(documentId ?? '', id);

const kinds: Readonly<Record<Match['type'], Kind>> = {
  document: { icon: 'file-text', word: 'Document', href: ({ id }) => `/office/documents/${id}` },
  project: { icon: 'folder', word: 'Project', href: ({ id }) => `/office/documents?project=${id}` },
  hazard: { icon: 'triangle-alert', word: 'Hazard', href: inDocument },
  section: { icon: 'list', word: 'Section', href: inDocument },
  coshh: { icon: 'layers', word: 'Substance', href: inDocument },
  personnel: { icon: 'user', word: 'Named on a document', href: inDocument },
};

const withinDocuments = searchKinds.filter((kind) => !usualSearchKinds.includes(kind));
const most = 50;

export function Search() {
  const q = useAddress().searchParams.get('q') ?? '';
  const me = useMe();
  const found = useFound(q, usualSearchKinds);
  // Apart: a foreman who is named on sixty documents leaves room for what is called so.
  const within = useFound(q, withinDocuments);
  const elsewhere = useLive(`search elsewhere ${q} ${me?.role ?? ''}`, async () =>
    me && q.length > 1 ? await findElsewhere(q, me) : [],
  );
  const isElsewhere = Boolean(within.value?.data.length || elsewhere.value?.length);
  return (
    <Screen title={q ? `Search: ${q}` : 'Search'}>
      <Panel count={found.value?.meta.total ?? ''} title="Documents, projects and hazards">
        <ShownRows
          empty={
            isElsewhere ? (
              <Empty icon="search" title="No document, project or hazard has these words. What has them is below." />
            ) : (
              <Empty icon="search" title={q.length > 1 ? 'Nothing has these words.' : 'Write two letters or more.'}>
                <p class="second">
                  Searched are titles and references, and what documents say: hazards, sections, substances and people.
                </p>
              </Empty>
            )
          }
          of={found}
        >
          {(rows) => <Matches rows={rows} />}
        </ShownRows>
      </Panel>
      <Shown of={within} rows={2}>
        {({ data, meta: { total } }) =>
          data.length > 0 && (
            <Panel count={total} title="In documents: sections, substances and people">
              <Matches rows={data} />
            </Panel>
          )
        }
      </Shown>
      <Shown of={elsewhere} rows={2}>
        {(places) => places.map((place) => <FoundThere key={place.title} place={place} />)}
      </Shown>
    </Screen>
  );
}

function useFound(q: string, type: readonly SearchKind[]) {
  return useLive(`search ${type.join()} ${q}`, async () =>
    q.length > 1 ? await rest.search({ query: { q, type, per_page: most } }) : { data: [], meta: { total: 0 } },
  );
}

function Matches({ rows }: { readonly rows: readonly Match[] }) {
  return (
    <ul class="rows">
      {rows.map((match) => (
        <FoundHere key={match.id} match={match} />
      ))}
    </ul>
  );
}

function FoundHere({ match }: { readonly match: Match }) {
  const { type, title, reference, snippet } = match;
  const { icon, word, href } = kinds[type];
  return (
    <li>
      <Icon name={icon} size={20} />
      <span class="main">
        <a class="title" href={href(match)}>
          {title}
        </a>
        <span class="second">
          {word} · {reference && <span class="code">{reference}</span>} {snippet !== title && snippet}
        </span>
      </span>
    </li>
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
