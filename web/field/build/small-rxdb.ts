/**
 * RxDB as the field app needs it: of its storage in IndexedDB, not its query language and not its ways between tabs for browsers without
 * BroadcastChannel. And RxJS as browsers of today read it. The bundle is 13 kB (gzip) smaller.
 */
import { join } from 'node:path';
import type { Plugin } from 'vite';

const ownParts: readonly (readonly [RegExp, string])[] = [
  [/(^|\/)rx-query-mingo\.js$|^mingo\/util$/, join(import.meta.dirname, 'row-query.ts')],
  [/^broadcast-channel$/, join(import.meta.dirname, 'tab-channel.ts')],
];

export function smallRxdb(): Plugin {
  return {
    name: 'small rxdb',
    enforce: 'pre',
    resolveId: (source, importer) =>
      importer?.includes('/rxdb/') ? ownParts.find(([part]) => part.test(source))?.[1] : undefined,
  };
}
