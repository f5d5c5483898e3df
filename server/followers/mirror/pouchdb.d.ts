/** The part of PouchDB that mirrors use; pouchdb-core and pouchdb-adapter-http come without types. */
declare module 'pouchdb-core' {
  export interface Row {
    readonly key: string;
    readonly value?: { readonly rev: string; readonly deleted?: boolean };
    readonly doc?: { readonly [name: string]: unknown } | null;
    readonly error?: string;
  }
  export interface Change {
    readonly id: string;
    readonly deleted?: boolean;
    readonly changes: readonly { readonly rev: string }[];
  }
  export default class PouchDB {
    static plugin(plugin: unknown): typeof PouchDB;
    constructor(url: string, options: object);
    get<Doc>(id: string, options?: { readonly conflicts?: boolean; readonly rev?: string }): Promise<Doc>;
    put(document: object): Promise<{ readonly rev: string }>;
    allDocs(options: { readonly keys: readonly string[]; readonly include_docs?: boolean }): Promise<{
      readonly rows: readonly Row[];
    }>;
    bulkDocs(
      documents: readonly object[],
      options: { readonly new_edits: false },
    ): Promise<readonly { readonly id?: string; readonly error?: unknown; readonly name?: string }[]>;
    changes(options: object): Promise<{ readonly results: readonly Change[]; readonly last_seq: string | number }>;
    close(): Promise<void>;
  }
}
declare module 'pouchdb-adapter-http' {
  const plugin: unknown;
  export default plugin;
}
