/** The notifications of a piece of work: those that are new to a role after it. */
import type { Reply } from './outcome.ts';
import type { CallOptions, Site } from './site.ts';

export type Told = Reply<'listNotifications'>['data'][number];

/** Oldest first; at most a hundred. */
export async function newsOf(
  site: Site,
  work: () => Promise<unknown>,
  as?: CallOptions['as'],
): Promise<readonly Told[]> {
  const list = async (): Promise<readonly Told[]> =>
    (await site.must('listNotifications', { query: '?per_page=100', ...(as ? { as } : {}) })).data;
  const known = new Set((await list()).map(({ id }) => id));
  await work();
  return (await list()).filter(({ id }) => !known.has(id)).toReversed();
}
