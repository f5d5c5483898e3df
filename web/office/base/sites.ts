/** The sites and projects of the organisation, for names and choices: at most the latest hundred of each. */
import { useLoaded } from './loaded.ts';
import { rest } from './server.ts';

const perPage = 100;

export function useSites() {
  return useLoaded('sites', () => rest.listSites({ query: { per_page: perPage } })).value?.data ?? [];
}

export function useProjects() {
  return useLoaded('projects', () => rest.listProjects({ query: { per_page: perPage } })).value?.data ?? [];
}
