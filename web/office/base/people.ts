/** The people on site, for fields that ask for one. */
import { everyRow } from './every-row.ts';
import { useLoaded } from './loaded.ts';
import { useMay } from './me.ts';
import { rest } from './server.ts';

export interface Somebody {
  /** Null for people without a record of their own. */
  readonly id: string | null;
  readonly name: string;
  readonly employer_name?: string | null | undefined;
}

/** A person whom the register of workers has. */
export interface KnownWorker extends Somebody {
  readonly trade?: string | null | undefined;
  readonly preferred_language?: string | null | undefined;
  /** Of the first competence card. */
  readonly card_number?: string | undefined;
}

/** Those who are active; nobody for a reader who may not see workers. */
export function usePeople(): readonly KnownWorker[] {
  const may = useMay('workers:read');
  const read = async (): Promise<readonly KnownWorker[]> => {
    if (!may) return [];
    const { data } = await everyRow((page) => rest.listWorkers({ query: { status: 'active', ...page } }));
    return data.map(({ id, name, employer_name, trade, preferred_language, competence_cards: [card] }) => ({
      id,
      name,
      employer_name,
      trade,
      preferred_language,
      card_number: card?.card_number,
    }));
  };
  return useLoaded(`people ${may}`, read).value ?? [];
}
