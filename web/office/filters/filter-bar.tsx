/** The choices above a list that narrow it, each of those that the list knows, and one press that clears all of them. */
import type { ComponentChildren } from 'preact';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { Empty } from '../../ui/states.tsx';
import { siteOptions, usePlaces, withChosen } from '../base/sites.ts';
import type { Filters } from './use-filters.ts';

export function FilterBar({
  filters,
  types = [],
  found,
  children,
}: {
  readonly filters: Filters;
  readonly types?: readonly (readonly [type: string, word: string])[];
  /** How many rows there are; undefined until they are read. */
  readonly found: number | undefined;
  /** The tabs of the list, and fields that no other list has. */
  readonly children: ComponentChildren;
}) {
  return (
    <div class="filters of-list">
      {children}
      {filters.names.includes('type') && (
        <SelectField
          label="Type"
          name="type"
          onInput={(type) => filters.choose('type', type)}
          options={[['', 'All types'], ...types]}
          value={filters.of('type')}
        />
      )}
      {(filters.names.includes('project') || filters.names.includes('site')) && <Places filters={filters} />}
      {filters.isNarrowed && <Button onClick={filters.clear}>Clear all</Button>}
      <p class="unseen" role="status">
        {filters.isNarrowed && found !== undefined && `${found} found`}
      </p>
    </div>
  );
}

function Places({ filters }: { readonly filters: Filters }) {
  const { projects, sites, placeName } = usePlaces();
  const [project, site] = [filters.of('project'), filters.of('site')];
  return (
    <>
      {filters.names.includes('project') && (
        <SelectField
          label="Project"
          name="project"
          onInput={(id) => filters.choose('project', id)}
          options={withChosen(
            [['', 'All projects'], ...projects.map(({ id, name }) => [id, name] as const)],
            project,
            (id) => placeName('project_id', id),
          )}
          value={project}
        />
      )}
      {filters.names.includes('site') && (
        <SelectField
          label="Site"
          name="site"
          onInput={(id) => filters.choose('site', id)}
          options={withChosen(
            [['', 'All sites'], ...siteOptions(sites.filter((each) => !project || each.project_id === project))],
            site,
            (id) => placeName('site_id', id),
          )}
          value={site}
        />
      )}
    </>
  );
}

/** In place of the rows, where none is as it was asked for. */
export function NoMatch({
  filters,
  title,
  icon,
}: {
  readonly filters: Filters;
  readonly title: string;
  readonly icon?: IconName;
}) {
  return (
    <Empty {...(icon ? { icon } : {})} title={title}>
      <Button onClick={filters.clear}>Clear all filters</Button>
    </Empty>
  );
}
