/** Finds people, contractors, permits, incidents and sites: by the server where it can, else among the list that the reader may see. */
import type { IconName } from '../../ui/icon.tsx';
import { asWords } from '../../ui/status.ts';
import { everyRow } from '../base/every-row.ts';
import type { Me } from '../base/me.ts';
import { rest } from '../base/server.ts';

export interface Found {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly href: string;
}

export interface Place {
  readonly title: string;
  readonly icon: IconName;
  readonly found: readonly Found[];
}

interface Searched {
  readonly title: string;
  readonly icon: IconName;
  readonly permission: string;
  readonly search: (words: string) => Promise<readonly Found[]>;
}

const few = 20;

const places: readonly Searched[] = [
  {
    title: 'People',
    icon: 'id-card',
    permission: 'workers:read',
    search: async (q) => {
      const { data } = await rest.listWorkers({ query: { q, per_page: few } });
      return data.map(({ id, name, trade, employer_name: employer }) => foundAs('people', id, name, [trade, employer]));
    },
  },
  {
    title: 'Contractors',
    icon: 'hard-hat',
    permission: 'projects:read',
    search: async (q) => {
      const { data } = await rest.listAllContractors({ query: { q, per_page: few } });
      return data.map(({ id, name, trade, contact_name: contact }) =>
        foundAs('contractors', id, name, [trade, contact]),
      );
    },
  },
  {
    title: 'Permits',
    icon: 'shield-check',
    permission: 'permits:read',
    search: async (q) => {
      const { data } = await everyRow((query) => rest.listPermits({ query }));
      return among(q, data, ({ id, title, permit_number: number, permit_type: type, location, state }) =>
        foundAs('permits', id, title ?? asWords(type), [number, location, asWords(state)]),
      );
    },
  },
  {
    title: 'Incidents',
    icon: 'siren',
    permission: 'incidents:read',
    search: async (q) => {
      const { data } = await everyRow((query) => rest.listIncidents({ query }));
      return among(q, data, ({ id, description, reference, incident_type: type, location, status }) =>
        foundAs('incidents', id, description, [reference, type && asWords(type), location, asWords(status)]),
      );
    },
  },
  {
    title: 'Sites',
    icon: 'map-pin',
    permission: 'projects:read',
    search: async (q) => {
      const { data } = await everyRow((query) => rest.listSites({ query }));
      return among(q, data, ({ id, name, address, city, postcode }) =>
        foundAs('sites', id, name, [address, city, postcode]),
      );
    },
  },
];

/** Only places where something was found. */
export async function findElsewhere(words: string, { permissions }: Me): Promise<Place[]> {
  const readable = places.filter(({ permission }) => permissions.includes(permission));
  const found = await Promise.all(
    readable.map(async ({ title, icon, search }) => ({ title, icon, found: await search(words) })),
  );
  return found.filter((place) => place.found.length > 0);
}

function foundAs(room: string, id: string, title: string, about: readonly (string | null | undefined)[]): Found {
  return { id, title, about: about.filter(Boolean).join(' · '), href: `/office/${room}/${id}` };
}

/** Every word has to be somewhere in what is shown; accents and case aside. */
function among<Row>(words: string, rows: readonly Row[], show: (row: Row) => Found): Found[] {
  const wanted = folded(words).split(/\s+/);
  return rows
    .map(show)
    .filter(({ title, about }) => wanted.every((word) => folded(`${title} ${about}`).includes(word)))
    .slice(0, few);
}

function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
