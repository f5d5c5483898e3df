/** Scenarios of every row that changes locked content or a finished permit: refused with its code (contract, The walk). */
import { bodyExamples } from '../../../server/docs/openapi/examples.ts';
import { isOrdered, kinds, type Kind } from '../support/entry-kinds.ts';
import { given as aPermit } from '../support/permits.ts';
import type { Reply } from '../support/outcome.ts';
import type { Refusal } from '../support/scenario.ts';
import type { CallOptions, Site } from '../support/site.ts';

const lockings = [
  { code: 'document_locked', after: 'submitReview' },
  { code: 'document_archived', after: 'archive' },
] as const;

/** A document with two entries of the kind, after a step that locks it; `without` = the first was removed before. */
async function locked(
  site: Site,
  kind: Kind,
  after?: 'submitReview' | 'archive',
  without = false,
): Promise<CallOptions> {
  const params = { document: (await site.draft()).id };
  const create = (name: string): Promise<Reply<Kind['create']>> =>
    site.must(kind.create, { params, body: { [kind.label]: name } });
  const [{ id }, other] = [await create('Edge protection'), await create('Netting')];
  if (without) await site.must(kind.remove, { params: { ...params, id } });
  if (after) await site.must(after, { params });
  return { params: { ...params, id }, body: { [kind.label]: 'Handrail', order: [other.id, id] } };
}

const entries: readonly Refusal[] = kinds.flatMap((kind) =>
  lockings.flatMap(({ code, after }) =>
    [kind.create, kind.update, kind.remove, kind.restore, ...(isOrdered(kind) ? [kind.reorder] : [])].map(
      (endpoint) => ({
        title: `[WA7] ${endpoint} is refused with ${code}`,
        endpoint,
        given: (site: Site) => locked(site, kind, after, endpoint === kind.restore),
        status: 409 as const,
        code,
      }),
    ),
  ),
);

const removed: readonly Refusal[] = kinds.map((kind) => ({
  title: `[WA7] ${kind.create} under the id of a removed entry is refused with gone`,
  endpoint: kind.create,
  given: async (site) => {
    const params = { document: (await site.draft()).id };
    const body = { [kind.label]: 'Edge protection', id: site.world.app.commitContext.newId() };
    await site.must(kind.create, { params, body });
    await site.must(kind.remove, { params: { ...params, id: body.id } });
    return { params, body };
  },
  status: 409,
  code: 'gone',
}));

const worse = { severity_before: 1, likelihood_before: 1, severity_after: 5, likelihood_after: 5 };
const rated: readonly Refusal[] = kinds
  .filter(({ segment }) => segment === 'hazards' || segment === 'coshh')
  .flatMap((kind) =>
    [kind.create, kind.update].map((endpoint) => ({
      title: `[WA7] ${endpoint} is refused if controls would raise the rating`,
      endpoint,
      given: async (site: Site) => {
        const given = await locked(site, kind);
        return { ...given, body: { [kind.label]: 'Edge', ...worse } };
      },
      status: 422 as const,
      code: 'risk_after_exceeds_before' as const,
    })),
  );

const permitActions = [
  'requestPermit',
  'acceptPermit',
  'openPermit',
  'suspendPermit',
  'resumePermit',
  'extendPermit',
  'handOverPermit',
  'recordIsolation',
  'startFireWatch',
  'endFireWatch',
  'completePermitWork',
] as const;
const permits: readonly Refusal[] = permitActions.map((endpoint) => ({
  title: `[WA7] ${endpoint} is refused for a cancelled permit`,
  endpoint,
  given: aPermit('cancelled', bodyExamples[endpoint]),
  status: 409,
  code: 'invalid_transition',
}));

/** Isolations may be reinstated in every state of the permit, except before it was requested. */
const unasked: Refusal = {
  title: '[WA7] reinstateIsolation is refused for a permit not yet requested',
  endpoint: 'reinstateIsolation',
  given: aPermit('draft', {}),
  status: 409,
  code: 'invalid_transition',
};

export const lockedScenarios: readonly Refusal[] = [...entries, ...removed, ...rated, ...permits, unasked];
