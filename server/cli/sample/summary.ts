/** Counts what the server has of the sample after a load. */
import type { JsonObject } from '../../../shared/base/json.ts';
import { entryLists } from './content.ts';
import type { Sample } from './files.ts';
import type { Loader } from './loader.ts';

export type Counts = Readonly<Record<string, number>>;

export async function countsOf({ api }: Loader, sample: Sample): Promise<Counts> {
  type Kind = 'projects' | 'sites' | 'users' | 'workers' | 'incidents' | 'permits' | 'contractors' | 'submissions';
  const found = async (kind: Kind): Promise<number> => {
    const records = await Promise.all(sample[kind].map(({ id }) => api.read(`/${kind}/${id}`)));
    return records.filter(Boolean).length;
  };
  const listed = async (list: string): Promise<readonly JsonObject[]> =>
    (await Promise.all(sample.documents.map(({ head }) => api.list(`/documents/${head.id}/${list}`)))).flat();
  const counts: Record<string, number> = { projects: await found('projects'), sites: await found('sites') };
  counts['documents'] = sample.documents.length;
  for (const path of [...entryLists.map((list) => list.path), 'versions', 'signoffs']) {
    const entries = await listed(path);
    counts[path] = entries.length;
    if (path === 'hazards') counts['controls'] = entries.flatMap(({ controls }) => controls ?? []).length;
  }
  for (const kind of ['users', 'workers', 'incidents', 'permits', 'contractors', 'submissions'] as const)
    counts[kind] = await found(kind);
  return counts;
}
