/** Scenarios of reordering entries: completely, in one change, and only for the revision that was read. */
import { expect } from 'vitest';
import { draftWith, namesIn, namesOf } from '../support/draft-with-entries.ts';
import { isOrdered, kinds, type EntryScenario, type OrderedKind } from '../support/entry-kinds.ts';
import type { Scenario } from '../support/scenario.ts';

function ofOrderedKind(kind: OrderedKind): EntryScenario[] {
  return [
    {
      title: `[R23] ${kind.segment} are put into the given order in one change`,
      endpoint: kind.reorder,
      given: async (site) => {
        const { params, ids } = await draftWith(site, kind, 'One', 'Two', 'Three', 'Four');
        return { params, body: { order: ids.toReversed() } };
      },
      status: 200,
      emits: ['document.updated'],
      check: async ({ headers, body }, site, given) => {
        expect(namesIn(kind, body.data)).toEqual(['Four', 'Three', 'Two', 'One']);
        expect(headers.get('etag')).toBe(`"r${(await site.must('getDocument', given)).revision}"`);
        expect(await namesOf(site, kind, given)).toEqual(['Four', 'Three', 'Two', 'One']);
      },
    },
    {
      title: `[R12] ${kind.segment} are reordered if If-Match is the current ETag of the document`,
      endpoint: kind.reorder,
      given: async (site) => {
        const { params, ids } = await draftWith(site, kind, 'One', 'Two');
        const { revision } = await site.must('getDocument', { params });
        return { params, body: { order: ids.toReversed() }, headers: { 'if-match': `"r${revision}"` } };
      },
      status: 200,
      emits: ['document.updated'],
      check: ({ body }) => expect(namesIn(kind, body.data)).toEqual(['Two', 'One']),
    },
    {
      title: `[R12] ${kind.segment} keep their order if it is not, even without any move`,
      endpoint: kind.reorder,
      given: async (site) => {
        const { params, ids } = await draftWith(site, kind, 'One', 'Two');
        const { revision } = await site.must('getDocument', { params });
        await site.must('updateDocument', { params, body: { title: 'Renamed' } });
        return { params, body: { order: ids }, headers: { 'if-match': `"r${revision}"` } };
      },
      status: 412,
      code: 'precondition_failed',
      check: async ({ headers, body }, site, given) => {
        const { revision } = await site.must('getDocument', given);
        expect([headers.get('etag'), body['current_etag']]).toEqual([`"r${revision}"`, `"r${revision}"`]);
      },
    },
    {
      title: `[R23] an order that leaves out some ${kind.segment} is refused`,
      endpoint: kind.reorder,
      given: async (site) => {
        const { params, ids } = await draftWith(site, kind, 'One', 'Two');
        return { params, body: { order: [ids[0], ids[0]] } };
      },
      status: 422,
      code: 'order_mismatch',
      at: ['#/order'],
    },
    {
      title: `[R23] an order of ${kind.segment} must be a list of ids`,
      endpoint: kind.reorder,
      given: async (site) => ({ ...(await draftWith(site, kind, 'One')), body: { order: ['first'] } }),
      status: 422,
      at: ['#/order/0'],
    },
    {
      title: `[R24] ${kind.segment} of an approved document keep their order`,
      endpoint: kind.reorder,
      given: async (site) => {
        const { params, ids } = await draftWith(site, kind, 'One', 'Two');
        await site.must('submitReview', { params });
        await site.must('approve', { params });
        return { params, body: { order: ids.toReversed() } };
      },
      status: 409,
      code: 'document_locked',
    },
  ];
}

export const reorderScenarios: readonly Scenario[] = kinds.filter(isOrdered).flatMap(ofOrderedKind);
