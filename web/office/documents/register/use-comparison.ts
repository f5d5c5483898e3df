/** The comparison of sign-offs with their hashes, ready for one document; the hashing loads when it is first asked for. */
import { useLoaded } from '../../base/loaded.ts';
import { rest } from '../../base/server.ts';
import type { Signoff } from './signed.ts';
import type { Compared } from './verify.ts';

export async function readComparison(documentId: string): Promise<(signoff: Signoff) => Compared[]> {
  const [{ data }, { compare }] = await Promise.all([
    rest.listVersions({ document: documentId }),
    import('./verify.ts'),
  ]);
  const hashes = new Map(data.map(({ version, content_hash: hash }) => [version, hash]));
  return (signoff) => compare(signoff, hashes);
}

export function useComparison(documentId: string) {
  return useLoaded(`comparison ${documentId}`, () => readComparison(documentId));
}
