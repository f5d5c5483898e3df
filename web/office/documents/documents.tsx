/** The documents of the organisation: filter by status, open one. The filter lives in the address. */
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import { asWords, statusTone, statusWord } from '../../ui/status.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useLoaded } from '../base/loaded.ts';
import { go, useAddress, withQuery } from '../base/place.ts';
import { rest } from '../base/server.ts';
import { onDay } from '../base/times.ts';
import { Screen } from '../frame/screen.tsx';

const statuses = ['draft', 'pending_review', 'approved', 'archived'] as const;
const perPage = 50;

export function Documents() {
  const address = useAddress();
  const status = statuses.find((each) => each === address.searchParams.get('status'));
  const page = Number(address.searchParams.get('page') ?? 1) || 1;
  const list = useLoaded(`documents ${status ?? ''} ${page}`, () =>
    rest.listDocuments({ query: { status, sort: '-updated_at', page, per_page: perPage } }),
  );
  const sites = useLoaded('sites', () => rest.listSites({ query: { per_page: 100 } }));
  const nameOf = (id: string | null | undefined): string =>
    sites.value?.data.find((site) => site.id === id)?.name ?? '';
  const meta = list.value?.meta;
  return (
    <Screen title="Documents">
      <Tabs
        label="Status"
        tabs={[undefined, ...statuses].map((each) => ({
          word: each === undefined ? 'All' : statusWord(each),
          href: withQuery(address, { status: each ?? null, page: null }),
          isChosen: each === status,
          count: each === status ? meta?.total : undefined,
        }))}
      />
      <Panel>
        {list.failure !== null ? (
          <Failed onRetry={list.again} words={list.failure} />
        ) : !list.value ? (
          <Loading />
        ) : list.value.data.length === 0 ? (
          <Empty title={status ? 'No documents match.' : 'No documents yet.'}>
            {status && <Button onClick={() => go(withQuery(address, { status: null }))}>Clear the filter</Button>}
          </Empty>
        ) : (
          <table class="table folds">
            <thead>
              <tr>
                <th>Document</th>
                <th>Type</th>
                <th>Status</th>
                <th>Changed</th>
              </tr>
            </thead>
            <tbody>
              {list.value.data.map((row) => (
                <tr key={row.id}>
                  <td>
                    <a class="title" href={`/office/documents/${row.id}`}>
                      {row.title}
                    </a>
                    <span class="second">
                      <span class="code">{row.reference}</span> {nameOf(row.site_id) && `· ${nameOf(row.site_id)}`}
                    </span>
                  </td>
                  <td class="nowrap second">{asWords(row.document_type)}</td>
                  <td class="nowrap">
                    <Tag tone={statusTone(row.status)}>{statusWord(row.status)}</Tag> v{row.version}
                  </td>
                  <td class="nowrap second">{onDay(row.updated_at)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Panel>
      {meta && meta.last_page > 1 && (
        <div class="choices">
          {page > 1 && <ButtonLink href={withQuery(address, { page: String(page - 1) })}>Newer</ButtonLink>}
          {page < meta.last_page && (
            <ButtonLink href={withQuery(address, { page: String(page + 1) })}>Older</ButtonLink>
          )}
        </div>
      )}
    </Screen>
  );
}
