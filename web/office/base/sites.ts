/** The sites and projects of the organisation, for names and choices, in the order of their names. */
import { everyRow } from './every-row.ts';
import { useLoaded } from './loaded.ts';
import { rest } from './server.ts';

export function useSites() {
  return useSiteList() ?? [];
}

/** Undefined until they are read. */
function useSiteList() {
  return useLoaded('sites', async () => byName(await everyRow((query) => rest.listSites({ query })))).value;
}

interface Site {
  readonly id: string;
  readonly name: string;
  readonly status: string;
}

/** Where something new may be, and the one that is chosen already. */
export function openSites<Each extends Site>(sites: readonly Each[], chosen = ''): readonly Each[] {
  return sites.filter(({ id, status }) => status !== 'archived' || id === chosen);
}

/** Of all of them, for a filter: those that are archived come last, and say so. */
export function siteOptions(sites: readonly Site[]): (readonly [string, string])[] {
  const open = openSites(sites).map(({ id, name }) => [id, name] as const);
  const archived = sites.filter(({ status }) => status === 'archived');
  return [...open, ...archived.map(({ id, name }) => [id, `${name}, archived`] as const)];
}

export function useProjects() {
  return useProjectList() ?? [];
}

function useProjectList() {
  return useLoaded('projects', async () => byName(await everyRow((query) => rest.listProjects({ query })))).value;
}

/** What holds the id of a place. */
export type PlaceField = 'project_id' | 'site_id';
export type PlaceName = (field: PlaceField, id: string) => string;

const notShown: Readonly<Record<PlaceField, string>> = {
  project_id: 'A project that is not shown to you',
  site_id: 'A site that is not shown to you',
};

/** A place is named in words also where the reader may not see it, as a contractor that was not invited to it: no id takes its name. */
export function usePlaces() {
  const [projects, sites] = [useProjectList(), useSiteList()];
  const placeName: PlaceName = (field, id) => {
    const list = field === 'site_id' ? sites : projects;
    return list ? (list.find((each) => each.id === id)?.name ?? notShown[field]) : '…';
  };
  return { projects: projects ?? [], sites: sites ?? [], placeName };
}

/** With the one that is chosen, whatever it is. `name` = of that one. */
export function withChosen(
  options: readonly (readonly [string, string])[],
  chosen: string | null,
  name: (id: string) => string,
): readonly (readonly [string, string])[] {
  return !chosen || options.some(([id]) => id === chosen) ? options : [...options, [chosen, name(chosen)]];
}

/** “Block 2” comes before “Block 10”. */
const collator = new Intl.Collator('en', { numeric: true });

function byName<Row extends { readonly name: string }>({ data }: { readonly data: readonly Row[] }): readonly Row[] {
  return data.toSorted((a, b) => collator.compare(a.name, b.name));
}
