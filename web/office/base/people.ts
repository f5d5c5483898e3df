/** The people on site, for fields that ask for one. */
import { everyRow } from './every-row.ts';
import { useLoaded } from './loaded.ts';
import { useMay } from './me.ts';
import { rest } from './server.ts';

export interface Somebody {
  /** Null for people without a record of their own. */
  readonly id: string | null;
  readonly name: string;
}

/** A person whom the register of workers has. */
export interface KnownWorker extends Somebody {
  readonly employer_name?: string | null | undefined;
  readonly trade?: string | null | undefined;
  readonly preferred_language?: string | null | undefined;
}

/** Those who are active; nobody for a reader who may not see workers. */
export function usePeople(): readonly KnownWorker[] {
  const may = useMay('workers:read');
  const read = async (): Promise<readonly KnownWorker[]> => {
    if (!may) return [];
    const { data } = await everyRow((page) => rest.listWorkers({ query: { status: 'active', ...page } }));
    return data.map(({ id, name, employer_name, trade, preferred_language }) => ({
      id,
      name,
      employer_name,
      trade,
      preferred_language,
    }));
  };
  return useLoaded(`people ${may}`, read).value ?? [];
}
