/** The sites and projects of the organisation, for names and choices. */
import { everyRow } from './every-row.ts';
import { useLoaded } from './loaded.ts';
import { rest } from './server.ts';

export function useSites() {
  return useLoaded('sites', () => everyRow((query) => rest.listSites({ query }))).value?.data ?? [];
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
  return useLoaded('projects', () => everyRow((query) => rest.listProjects({ query }))).value?.data ?? [];
}
