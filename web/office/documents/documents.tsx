/** The documents of the organisation: filtered by status, type and project, newest change first. Filters live in the address. */
import { Button, ButtonLink } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ShownRows } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { asWords, statusTone, statusWord } from '../../ui/status.ts';
import { Keys, Tabs } from '../../ui/tabs.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useLoaded } from '../base/loaded.ts';
import { useMay } from '../base/me.ts';
import { go, useAddress, withQuery } from '../base/place.ts';
import { rest } from '../base/server.ts';
import { useProjects, useSites } from '../base/sites.ts';
import { onDay } from '../base/times.ts';
import { Screen } from '../frame/screen.tsx';
import { documentTypes } from './types.ts';

type Row = Awaited<ReturnType<typeof rest.listDocuments>>['data'][number];

const statuses = ['draft', 'pending_review', 'approved', 'archived'] as const;
const perPage = 50;
const keys = [
  ['↑ ↓', 'move'],
  ['Enter', 'open'],
  ['N', 'new'],
  ['/', 'search'],
  ['?', 'all keys'],
] as const;

export function Documents() {
  const address = useAddress();
  const asked = (name: string): string => address.searchParams.get(name) ?? '';
  const [status, type, project] = [asked('status'), asked('type'), asked('project')];
  const page = Number(asked('page')) || 1;
  const list = useLoaded(`documents ${status} ${type} ${project} ${page}`, () =>
    rest.listDocuments({
      query: {
        status: status || undefined,
        type: type || undefined,
        project_id: project || undefined,
        sort: '-updated_at',
        page,
        per_page: perPage,
      },
    }),
  );
  const [projects, mayWrite] = [useProjects(), useMay('documents:write')];
  const meta = list.value?.meta;
  const isFiltered = [status, type, project].some(Boolean);
  const choose = (name: string) => (value: string) => go(withQuery(address, { [name]: value, page: null }), true);
  const newDocument = mayWrite && (
    <ButtonLink href="/office/documents/new" icon="plus" look="act">
      New document
    </ButtonLink>
  );
  return (
    <Screen actions={newDocument} title="Documents">
      <div class="filters">
        <Tabs
          label="Status"
          tabs={['', ...statuses].map((each) => ({
            word: each === '' ? 'All' : statusWord(each),
            href: withQuery(address, { status: each, page: null }),
            isChosen: each === status,
            count: each === status ? meta?.total : undefined,
          }))}
        />
        <SelectField
          label="Type"
          name="type"
          onInput={choose('type')}
          options={[['', 'All types'], ...documentTypes]}
          value={type}
        />
        <SelectField
          label="Project"
          name="project"
          onInput={choose('project')}
          options={[['', 'All projects'], ...projects.map(({ id, name }) => [id, name] as const)]}
          value={project}
        />
      </div>
      <Panel>
        <ShownRows
          empty={
            <Empty title={isFiltered ? 'No documents match.' : 'No documents yet.'}>
              {isFiltered ? <Button onClick={() => go('/office/documents')}>Clear all filters</Button> : newDocument}
            </Empty>
          }
          of={list}
        >
          {(rows) => <DocumentTable rows={rows} />}
        </ShownRows>
      </Panel>
      <Keys keys={keys} />
      {meta && meta.last_page > 1 && <Pages last={meta.last_page} page={page} />}
    </Screen>
  );
}

function DocumentTable({ rows }: { readonly rows: readonly Row[] }) {
  const sites = useSites();
  return (
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
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              <a class="title" href={`/office/documents/${row.id}`}>
                {row.short_title || row.title}
              </a>
              <span class="second">
                <span class="code">{row.reference}</span>{' '}
                {sites.filter(({ id }) => id === row.site_id).map(({ name }) => `· ${name}`)}
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
