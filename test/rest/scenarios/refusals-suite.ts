/** Scenarios of the refusals that the endpoint table lists and no other suite covers (contract, The walk). */
import { systemActorId } from '../../../shared/model/access.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { commit } from '../../../server/commit/commit.ts';
import { openFirm, userOf } from '../support/firm.ts';
import { png } from '../support/images.ts';
import { hotWork, permitIn } from '../support/permits.ts';
import type { Refusal } from '../support/scenario.ts';
import { nothing, photosOf, type CallOptions, type Site } from '../support/site.ts';

async function archivedProject(site: Site): Promise<string> {
  const { id } = await site.must('createProject', { body: { name: 'Mill Lane' } });
  await site.must('archiveProject', { params: { project: id } });
  return id;
}

const places: readonly Refusal[] = [
  {
    title: '[WA8] an archived project refuses invitations',
    endpoint: 'inviteContractor',
    given: async (site) => ({ params: { project: await archivedProject(site) }, body: { name: 'Late Ltd' } }),
    status: 409,
    code: 'project_closed',
  },
  {
    title: '[WA8] a document cannot move to an archived project',
    endpoint: 'updateDocument',
    given: async (site) => ({
      params: { document: (await site.draft()).id },
      body: { project_id: await archivedProject(site) },
    }),
    status: 409,
    code: 'project_closed',
  },
  {
    title: '[WA8] a document cannot be copied to an archived project',
    endpoint: 'duplicate',
    given: async (site) => {
      const { id: project } = await site.must('createProject', { body: { name: 'Mill Lane' } });
      const { id: document } = await site.draft({ project_id: project });
      await site.must('archiveProject', { params: { project } });
      return { params: { document } };
    },
    status: 409,
    code: 'project_closed',
  },
  {
    title: '[WB316] nobody signs under a name that cannot be seen',
    endpoint: 'recordSignoff',
    given: () => ({ body: { worker_name: '\u200B\u00AD \u2060' } }),
    status: 422,
  },
  {
    title: '[WA8] a copy whose site has moved to another project is refused',
    endpoint: 'duplicate',
    given: async (site) => {
      const [one, other] = [
        await site.must('createProject', { body: { name: 'One' } }),
        await site.must('createProject', { body: { name: 'Other' } }),
      ];
      const { id } = await site.must('createSite', { body: { project_id: one.id, name: 'Block C' } });
      const { id: document } = await site.draft({ project_id: one.id, site_id: id });
      await site.must('archive', { params: { document } });
      await site.must('updateSite', { params: { site: id }, body: { project_id: other.id } });
      return { params: { document } };
    },
    status: 422,
    code: 'reference_unknown',
  },
  {
    title: '[WB310] a site that a document needs stays in its project',
    endpoint: 'updateSite',
    given: async (site) => {
      const { id: project_id } = await site.must('createProject', { body: { name: 'Elsewhere' } });
      return { body: { project_id } };
    },
    status: 409,
    code: 'conflict',
  },
  {
    title: '[WA8] an archived project refuses permits',
    endpoint: 'createPermit',
    given: async (site) => ({ body: { ...hotWork, project_id: await archivedProject(site) } }),
    status: 409,
    code: 'project_closed',
  },
  {
    title: '[WA8] a permit cannot move to an archived project',
    endpoint: 'updatePermit',
    given: async (site) => ({
      params: { permit: await permitIn(site, 'draft') },
      body: { project_id: await archivedProject(site) },
    }),
    status: 409,
    code: 'project_closed',
  },
  {
    title: '[WA8] a new project cannot have another project’s reference',
    endpoint: 'createProject',
    given: async (site) => {
      const firm = await openFirm(site, { required_references: true });
      const options = { headers: await firm.as('manager'), body: { name: 'Mill Road', reference: 'MR-1' } };
      await firm.must('createProject', options);
      return options;
    },
    status: 409,
    code: 'reference_taken',
  },
  {
    title: '[WA8] photos beyond the quota are refused',
    endpoint: 'uploadPhotos',
    given: async (site) => {
      const firm = await openFirm(site, { photos: { quota_bytes: 10 } });
      const headers = await firm.as('manager');
      const project = await firm.must('createProject', { headers, body: { name: 'Mill Road' } });
      const { id } = await firm.must('createSite', { headers, body: { project_id: project.id, name: 'Yard' } });
      return { headers, params: { site: id }, body: photosOf(png(5)) };
    },
    status: 422,
    code: 'quota_exceeded',
  },
];

const references: readonly Refusal[] = (
  [
    ['updateSite', async () => ({ body: { project_id: nothing } })],
    [
      'updateDocument',
      async (site) => ({ params: { document: (await site.draft()).id }, body: { project_id: nothing } }),
    ],
    [
      'updatePermit',
      async (site) => ({ params: { permit: await permitIn(site, 'draft') }, body: { site_id: nothing } }),
    ],
    ['updateWorker', async () => ({ body: { project_ids: [nothing] } })],
    ['updateIncident', async () => ({ body: { project_id: nothing } })],
    [
      'submitByInvitation',
      async (site) => {
        await site.call('acceptInvitation');
        return { body: { documents: [{ document_id: nothing }] } };
      },
    ],
  ] satisfies readonly (readonly [Refusal['endpoint'], (site: Site) => Promise<CallOptions>])[]
).map(([endpoint, given]) => ({
  title: `[WA8] ${endpoint} refuses references to unknown records`,
  endpoint,
  given,
  status: 422,
  code: 'reference_unknown',
}));

async function inReview(site: Site): Promise<{ params: { document: string } }> {
  const params = { document: (await site.draft()).id };
  await site.must('submitReview', { params });
  return { params };
}

const decisions: readonly Refusal[] = [
  {
    title: '[WA8] with two-person approval, nobody can be their own reviewer',
    endpoint: 'submitReview',
    given: async (site) => {
      const firm = await openFirm(site, { require_two_person_approval: true });
      const id = await userOf(firm, 'manager');
      const token = await site.world.token('manager', firm.organisationId, 'Priya Nair', {
        actor: { id, name: 'Priya Nair' },
      });
      const { params } = await firm.draft();
      return { params, body: { reviewer_id: id }, headers: { authorization: `Bearer ${token}` } };
    },
    status: 409,
    code: 'self_approval',
  },
  {
    title: '[WA8] a rejection of another version than the current one is refused',
    endpoint: 'reject',
    given: async (site) => ({ ...(await inReview(site)), body: { reason: 'No rescue plan.', version: 9 } }),
    status: 409,
    code: 'stale_version',
  },
  {
    title: '[WA8] a draft of version 1 cannot be discarded',
    endpoint: 'discard',
    given: async (site) => ({ params: { document: (await site.draft()).id }, body: { reason: 'Not needed.' } }),
    status: 409,
    code: 'document_not_approved',
  },
  {
    title: '[WA8] comments on an archived document cannot be answered',
    endpoint: 'answerReviewComment',
    given: async (site) => {
      const { params } = await inReview(site);
      const { review_rounds } = await site.must('reject', { params, body: { reason: 'No rescue plan.' } });
      await site.must('archive', { params });
      return { params: { ...params, comment: review_rounds[0]?.comments[0]?.id ?? '' }, body: { resolved: true } };
    },
    status: 409,
    code: 'document_archived',
  },
  {
    title: '[WA8] an archived document cannot be changed',
    endpoint: 'updateDocument',
    given: async (site) => {
      const params = { document: (await site.draft()).id };
      await site.must('archive', { params });
      return { params, body: { title: 'Another' } };
    },
    status: 409,
    code: 'document_archived',
  },
  {
    title: '[WA8] a sign-off with a seal that does not match is refused',
    endpoint: 'recordSignoff',
    given: () => ({
      body: {
        worker_name: 'Luke Farrell',
        integrity: {
          algorithm: 'sha256',
          attestation: {},
          payload_hash: `sha256:${'0'.repeat(64)}`,
          device_signature: 'none',
        },
      },
    }),
    status: 422,
    code: 'integrity_mismatch',
  },
];

/** An export set to this final state without rendering. */
async function ended(site: Site, action: 'complete' | 'fail', args: JsonObject): Promise<CallOptions> {
  const { commitContext: ground } = site.world.app;
  const { organisationId } = site.world;
  const id = ground.newId();
  const set = { document_id: site.ids['document'] ?? '', document_version: 1, format: 'pdf', input_hash: null };
  const actor = { organisationId, id: systemActorId, name: 'Sitefile', role: 'admin' } as const;
  await commit(ground, { actor, origin: 'rest', requestId: 'test' }, [
    { op: 'create', kind: 'export', id, set },
    { op: 'act', kind: 'export', id, action, args },
  ]);
  return { params: { export: id } };
}

async function photoWithoutFile(site: Site): Promise<CallOptions> {
  const { commitContext: ground } = site.world.app;
  const { organisationId } = site.world;
  const id = ground.newId();
  const set = { site_id: site.ids['site'] ?? '', sha256: '0'.repeat(64), media_type: 'image/png', bytes: 1 };
  const actor = { organisationId, id: systemActorId, name: 'Sitefile', role: 'admin' } as const;
  await commit(ground, { actor, origin: 'rest', requestId: 'test' }, [{ op: 'create', kind: 'photo', id, set }]);
  return { params: { photo: id } };
}

const files: readonly Refusal[] = [
  {
    title: '[WA8] an export that failed has no file',
    endpoint: 'getExportFile',
    given: (site) => ended(site, 'fail', { code: 'export_failed', message: 'No room.', retryable: true }),
    status: 409,
    code: 'conflict',
  },
  {
    title: '[WA8] an export whose file has expired says so',
    endpoint: 'getExportFile',
    given: (site) =>
      ended(site, 'complete', {
        content_hash: null,
        pages: 1,
        bytes: 1,
        sha256: `sha256:${'0'.repeat(64)}`,
        signoffs: 0,
        printed: { hash: `sha256:${'0'.repeat(64)}`, seq: 1 },
      }),
    status: 410,
    code: 'export_gone',
  },
  {
    title: '[WA8] a photo whose file is lost says so',
    endpoint: 'getPhoto',
    given: photoWithoutFile,
    status: 410,
    code: 'photo_gone',
  },
];

export const refusalScenarios: readonly Refusal[] = [...places, ...references, ...decisions, ...files];
