/** The sites and projects of the organisation, for names and choices, in the order of their names. */
import { everyRow } from './every-row.ts';
import { useLoaded } from './loaded.ts';
import { rest } from './server.ts';

export function useSites() {
  return useLoaded('sites', async () => byName(await everyRow((query) => rest.listSites({ query })))).value ?? [];
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
  return useLoaded('projects', async () => byName(await everyRow((query) => rest.listProjects({ query })))).value ?? [];
}

/** “Block 2” comes before “Block 10”. */
const collator = new Intl.Collator('en', { numeric: true });

function byName<Row extends { readonly name: string }>({ data }: { readonly data: readonly Row[] }): readonly Row[] {
  return data.toSorted((a, b) => collator.compare(a.name, b.name));
}
