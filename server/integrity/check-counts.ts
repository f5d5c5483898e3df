/** The totals of lists, which triggers keep, are those of the records. */
import { allKinds } from '../../shared/resources/index.ts';
import { hasRightCounts, listCountedKinds, uncountedKinds } from '../store/records/record-counts.ts';
import type { CheckContext } from './check-context.ts';
import { advice, faultOf } from './findings.ts';

/** One statement a kind, and a step; the kinds with many records are not counted. */
export async function* checkCounts(context: CheckContext): AsyncGenerator<void> {
  const { db, orgId, findings } = context;
  const counted = (await listCountedKinds(db, orgId)).map(({ kind }) => kind);
  for (const kind of new Set([
    ...allKinds.filter((each) => !uncountedKinds.some((other) => other === each)),
    ...counted,
  ])) {
    if (!(await hasRightCounts(db, orgId, kind)))
      findings.add(
        faultOf(context, { kind: 'total', id: `of ${kind}` }, 'is not the number of its records', {
          what: 'count',
          id: null,
          advice: advice.count,
        }),
      );
    yield;
  }
}
