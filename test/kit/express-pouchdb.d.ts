/** What the tests use of PouchDB's own server and storage, which come without types. */
declare module 'express-pouchdb' {
  import type { RequestListener } from 'node:http';
  export default function expressPouchDb(database: unknown, options: object): RequestListener;
}
declare module 'pouchdb-adapter-leveldb' {
  const plugin: unknown;
  export default plugin;
}
declare module 'pouchdb-mapreduce' {
  const plugin: unknown;
  export default plugin;
}
declare module 'pouchdb-replication' {
  const plugin: unknown;
  export default plugin;
}
