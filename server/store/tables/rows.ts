/** Row shapes that several tables share. */

/** A row to be written: the organisation is that of the transaction, never that of the caller's data. */
export type Owned<Row> = Omit<Row, 'org_id'>;

/** One page of a list, and how many rows the whole list has. */
export interface Page<Row> {
  readonly rows: Row[];
  readonly total: number;
}

export interface PageRequest {
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
}

export function limitsOf({ page, perPage }: PageRequest): { readonly limit: number; readonly offset: number } {
  return { limit: perPage, offset: (page - 1) * perPage };
}
