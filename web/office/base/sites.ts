/** The sites and projects of the organisation, for names and choices. */
import { everyRow } from './every-row.ts';
import { useLoaded } from './loaded.ts';
import { rest } from './server.ts';

export function useSites() {
  return useLoaded('sites', () => everyRow((query) => rest.listSites({ query }))).value?.data ?? [];
}

export function useProjects() {
  return useLoaded('projects', () => everyRow((query) => rest.listProjects({ query }))).value?.data ?? [];
}
