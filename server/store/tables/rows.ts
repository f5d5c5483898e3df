/** Row shapes that several tables share. */

/** A row to insert without its organisation, which comes from the transaction, never from the caller's data. */
export type Owned<Row> = Omit<Row, 'org_id'>;

/** One page of a list, and the number of rows in the whole list. */
export interface Page<Row> {
  readonly rows: Row[];
  readonly total: number;
}

export interface PageRequest {
  /** Starts at 1. */
  readonly page: number;
  readonly perPage: number;
}

export function limitsOf({ page, perPage }: PageRequest): { readonly limit: number; readonly offset: number } {
  return { limit: perPage, offset: (page - 1) * perPage };
}
