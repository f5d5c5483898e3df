/** The documents of the organisation: filtered by status, type, project and site, newest change first. Filters live in the address. */
import { ButtonLink } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ShownRows } from '../../../ui/shown.tsx';
import { Empty } from '../../../ui/states.tsx';
import { statusWord } from '../../../ui/status.ts';
import { Keys, Tabs } from '../../../ui/tabs.tsx';
import { useLive } from '../../base/loaded.ts';
import { useMay } from '../../base/me.ts';
import { useAddress, withQuery } from '../../base/place.ts';
import { rest } from '../../base/server.ts';
import { FilterBar, NoMatch } from '../../filters/filter-bar.tsx';
import { useFilters, type Filters } from '../../filters/use-filters.ts';
import { Screen } from '../../frame/screen.tsx';
import { useSelection } from '../../frame/selection.ts';
import { TemplateList } from '../template-list.tsx';
import { documentTypes } from '../types.ts';
import { DocumentTable } from './document-table.tsx';
import { Preview } from './preview.tsx';
import { Several, useMayDoWithSeveral } from './several/several.tsx';

const statuses = ['draft', 'pending_review', 'approved', 'archived'] as const;
const filterNames = ['status', 'type', 'project', 'site'] as const;
const perPage = 50;
const keys = [
  ['↑ ↓', 'move'],
  ['Enter', 'open'],
  ['Space', 'preview'],
  ['X', 'select'],
  ['N', 'new'],
  ['/', 'search'],
  ['?', 'all keys'],
] as const;

export function Documents() {
  const address = useAddress();
  const filters = useFilters(filterNames);
  const status = filters.of('status');
  const page = Number(address.searchParams.get('page')) || 1;
  const preview = address.searchParams.get('preview') ?? '';
  const others = { type: filters.of('type') || undefined, ...filters.places };
  const list = useLive(`documents ${filters.key} ${page}`, () =>
    rest.listDocuments({
      query: {
        ...others,
        status: status || undefined,
        figures: 'true',
        sort: '-updated_at',
        page,
        per_page: perPage,
      },
    }),
  );
  const counts = useLive(`documents by status ${Object.values(others).join(' ')}`, () => countByStatus(others));
  const total = counts.value?.[status];
  // It comes in one answer.
  const progress = total === undefined ? undefined : { read: 0, total: Math.min(total, perPage), noun: 'documents' };
  const mayWrite = useMay('documents:write');
  const meta = list.value?.meta;
  const rowIds = list.value?.data.map(({ id }) => id);
  const selection = useSelection(`${filters.key} ${page}`, rowIds);
  const maySelect = useMayDoWithSeveral();
  const newDocument = mayWrite && (
    <ButtonLink href="/office/documents/new" icon="plus" look="act">
      New document
    </ButtonLink>
  );
  return (
    <Screen actions={newDocument} title="Documents">
      <FilterBar filters={filters} found={meta?.total} types={documentTypes}>
        <Tabs
          label="Status"
          tabs={['', ...statuses].map((each) => ({
            word: each === '' ? 'All' : statusWord(each),
            href: withQuery(address, { status: each, page: null }),
            isChosen: each === status,
            count: each === status ? meta?.total : counts.value?.[each],
          }))}
        />
      </FilterBar>
      <div class={preview ? 'beside open' : undefined}>
        <div class="stack">
          <Several again={list.again} rows={list.value?.data ?? []} selection={selection} />
          <Panel>
            <ShownRows empty={<Nothing filters={filters} mayWrite={mayWrite} />} of={{ ...list, progress }}>
              {(rows) => <DocumentTable chosen={preview} rows={rows} selection={maySelect ? selection : null} />}
            </ShownRows>
          </Panel>
          {meta && meta.last_page > 1 && <Pages last={meta.last_page} page={page} />}
          <Keys keys={keys} />
        </div>
        {preview && <Preview id={preview} key={preview} />}
      </div>
    </Screen>
  );
}

type Query = NonNullable<NonNullable<Parameters<typeof rest.listDocuments>[0]>['query']>;

/** With the other filters as they are; '' = all of them. */
async function countByStatus(others: Query): Promise<Readonly<Record<string, number>>> {
  const counts = ['', ...statuses].map(async (status) => {
    const { meta } = await rest.listDocuments({ query: { ...others, status: status || undefined, per_page: 1 } });
    return [status, meta.total] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

/** With nothing to show, what a first document can start from. */
function Nothing({ filters, mayWrite }: { readonly filters: Filters; readonly mayWrite: boolean }) {
  if (filters.isNarrowed) return <NoMatch filters={filters} title="No documents match." />;
  return (
    <>
      <Empty title="No documents yet.">{mayWrite && <p>Start from a template:</p>}</Empty>
      {mayWrite && <TemplateList hrefOf={(type) => `/office/documents/new?type=${type}`} />}
    </>
  );
}

function Pages({ page, last }: { readonly page: number; readonly last: number }) {
  const address = useAddress();
  return (
    <div class="choices">
      {page > 1 && <ButtonLink href={withQuery(address, { page: String(page - 1) })}>Newer</ButtonLink>}
      {page < last && <ButtonLink href={withQuery(address, { page: String(page + 1) })}>Older</ButtonLink>}
    </div>
  );
}
