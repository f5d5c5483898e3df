/** A list as a whole, page by page: a screen that leaves rows out without a word would say what is not so. */

export interface Page<Row, Meta> {
  readonly data: readonly Row[];
  readonly meta: Meta;
}

const perPage = 100;
/** Beyond 5,000 rows a screen is no list any more. */
const mostPages = 50;

/** Rows that move to a later page meanwhile are shown once. */
export async function everyRow<Row extends { readonly id?: string }, Meta extends { readonly last_page: number }>(
  read: (query: { page: number; per_page: number }) => Promise<Page<Row, Meta>>,
): Promise<Page<Row, Meta>> {
  const rows = new Map<string, Row>();
  for (let page = 1; ; page++) {
    const { data, meta } = await read({ page, per_page: perPage });
    for (const row of data) rows.set(row.id ?? `${rows.size}`, row);
    if (page >= Math.min(meta.last_page, mostPages)) return { data: [...rows.values()], meta };
  }
}
