/** A list as a whole, page by page: a screen that leaves rows out without a word would say what is not so. */

export interface Page<Row, Meta> {
  readonly data: readonly Row[];
  readonly meta: Meta;
}

const perPage = 100;
/** Beyond 5,000 rows a screen is no list any more. */
const mostPages = 50;

interface Total {
  readonly last_page: number;
  readonly total: number;
}

/** Rows that move to a later page meanwhile are shown once. @param tell how far it is, before each further page */
export async function everyRow<Row extends { readonly id?: string }, Meta extends Total>(
  read: (query: { page: number; per_page: number }) => Promise<Page<Row, Meta>>,
  tell?: (read: number, total: number) => void,
): Promise<Page<Row, Meta>> {
  const rows = new Map<string, Row>();
  for (let page = 1; ; page++) {
    const { data, meta } = await read({ page, per_page: perPage });
    for (const row of data) rows.set(row.id ?? `${rows.size}`, row);
    if (page >= Math.min(meta.last_page, mostPages)) return { data: [...rows.values()], meta };
    tell?.(rows.size, meta.total);
  }
}
