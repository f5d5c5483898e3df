/** Scenarios of exports and standing exports (contract, Exports). */
import { expect } from 'vitest';
import type { Scenario } from '../support/scenario.ts';
import type { CallOptions, Site } from '../support/site.ts';

const anApproved = async (site: Site): Promise<CallOptions> => ({ params: { document: (await site.approved()).id } });

const aSecondVersion = async (site: Site): Promise<CallOptions> => {
  const given = await anApproved(site);
  for (const step of ['revise', 'submitReview', 'approve'] as const) await site.must(step, given);
  return given;
};

/** The path and query of a download link. */
async function linkOf(site: Site): Promise<string> {
  const { download_url } = await site.must('getExport');
  if (download_url === null) throw new Error('the export has no link');
  return download_url.slice(site.world.url.length);
}

export const exportScenarios: readonly Scenario[] = [
  {
    title: '[R28] an export is a job for the current approved version, a PDF by default',
    endpoint: 'exportDocument',
    given: async (site) => {
      const given = await anApproved(site);
      await site.must('revise', given);
      return given;
    },
    status: 202,
    emits: ['document.exported'],
    check: ({ headers, body }, _site, given) => {
      expect(headers.get('location')).toBe(`/api/v1/exports/${body.id}`);
      expect(headers.get('retry-after')).toBe('1');
      expect(body).toMatchObject({
        status: 'queued',
        format: 'pdf',
        document_id: given.params?.['document'],
        document_version: 1,
        download_url: null,
      });
    },
  },
  {
    title: '[R28] without an approved version the draft is exported',
    endpoint: 'exportDocument',
    given: async (site) => ({ params: { document: (await site.draft()).id }, body: { format: 'docx', version: 1 } }),
    status: 202,
    emits: ['document.exported'],
    check: ({ body }) => expect(body).toMatchObject({ format: 'docx', document_version: null }),
  },
  {
    title: '[R28] an unknown version cannot be exported',
    endpoint: 'exportDocument',
    given: () => ({ body: { version: 5 } }),
    status: 409,
    code: 'version_not_approved',
  },
  {
    title: '[R8] an export format other than PDF or DOCX is refused',
    endpoint: 'exportDocument',
    given: () => ({ body: { format: 'odt' } }),
    status: 422,
    at: ['#/format'],
  },
  {
    title: '[EX42] an option that an export does not know is refused by its path',
    endpoint: 'exportDocument',
    given: () => ({ body: { langauge: 'pl', include: { sign_offs: false } } }),
    status: 422,
    code: 'unknown_field',
    at: ['#/langauge', '#/include/sign_offs'],
  },
  {
    title: '[EX43] a draft cannot be printed without its mark',
    endpoint: 'exportDocument',
    given: async (site) => ({ params: { document: (await site.draft()).id }, body: { watermark: 'none' } }),
    status: 422,
    at: ['#/watermark'],
  },
  {
    title: '[EX215] changes are marked against an earlier approved version',
    endpoint: 'exportDocument',
    given: async (site) => ({ ...(await aSecondVersion(site)), body: { compare_with: 1 } }),
    status: 202,
    emits: ['document.exported'],
    check: ({ body }) => expect(body).toMatchObject({ document_version: 2, compare_with: 1, form: 'document' }),
  },
  {
    title: '[EX215] the draft is compared with the approved version that it follows',
    endpoint: 'exportDocument',
    given: async (site) => {
      const given = await anApproved(site);
      await site.must('revise', given);
      return { ...given, body: { version: 2, compare_with: 1 } };
    },
    status: 202,
    emits: ['document.exported'],
    check: ({ body }) => expect(body).toMatchObject({ document_version: null, compare_with: 1 }),
  },
  ...[
    { title: 'the same version', compare_with: 2 },
    { title: 'a later version', version: 1, compare_with: 2 },
    { title: 'a version that nobody approved', compare_with: 9 },
    { title: 'no version at all', compare_with: 0 },
    { title: 'a version by its name', compare_with: 'v1' },
  ].map(({ title, ...body }): Scenario => ({
    title: `[EX215] changes are not marked against ${title}`,
    endpoint: 'exportDocument',
    given: async (site) => ({ ...(await aSecondVersion(site)), body }),
    status: 422,
    at: ['#/compare_with'],
  })),
  {
    title: '[EX215] a document that was never approved has nothing to compare with',
    endpoint: 'exportDocument',
    given: async (site) => ({ params: { document: (await site.draft()).id }, body: { compare_with: 1 } }),
    status: 422,
    at: ['#/compare_with'],
  },
  {
    title: '[EX215] neither a register nor a statement to sign goes with marked changes',
    endpoint: 'exportDocument',
    given: async (site) => ({
      ...(await aSecondVersion(site)),
      body: { compare_with: 1, form: 'register', language: 'pl', watermark: 'none' },
    }),
    status: 422,
    at: ['#/form', '#/language', '#/watermark'],
  },
  {
    title: '[EX122] only a permit has a copy for display',
    endpoint: 'exportDocument',
    given: async (site) => ({ ...(await anApproved(site)), body: { form: 'display' } }),
    status: 422,
    at: ['#/form'],
  },
  {
    title: '[EX43] the version in force may be printed unmarked, and with every other option',
    endpoint: 'exportDocument',
    given: async (site) => ({
      ...(await anApproved(site)),
      body: {
        format: 'docx',
        watermark: 'none',
        paper: 'letter',
        language: 'pl',
        include: { signoffs: true, briefing_register: true, qr: true },
      },
    }),
    status: 202,
    emits: ['document.exported'],
    check: ({ body }) => expect(body).toMatchObject({ watermark: 'none', paper: 'letter', language: 'pl' }),
  },
  {
    title: '[R28] a completed export has a link that needs no token and lasts 15 minutes',
    endpoint: 'getExport',
    status: 200,
    check: async ({ headers, body }, site) => {
      expect(headers.get('retry-after')).toBeNull();
      expect(body).toMatchObject({
        status: 'completed',
        format: 'docx',
        sha256: expect.any(String),
        bytes: expect.any(Number),
      });
      expect(Date.parse(String(body.expires_at)) - site.world.clock.now()).toBeGreaterThan(14 * 60_000);
      const file = await fetch(String(body.download_url));
      expect(file.status).toBe(200);
      expect((await file.arrayBuffer()).byteLength).toBe(body.bytes);
    },
  },
  {
    title: '[R28] an export’s file is fetched with a token and named by its reference',
    endpoint: 'getExportFile',
    status: 200,
    check: async ({ headers }, site) => {
      const { reference } = await site.must('getDocument');
      expect(headers.get('content-type')).toBe(
        'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      );
      expect(headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${reference}-v1.docx`);
    },
  },
  {
    title: '[EX54] a standing export is set, and made at once',
    endpoint: 'setStandingExports',
    given: async (site) => ({
      params: { document: (await site.draft()).id },
      body: { formats: ['docx'], of: 'draft' },
    }),
    status: 200,
    emits: ['document.exported'],
    check: ({ body }, _site, given) =>
      expect(body).toMatchObject({ document_id: given.params?.['document'], formats: ['docx'], of: 'draft' }),
  },
  {
    title: '[EX54] a standing export in a format that is never made is refused',
    endpoint: 'setStandingExports',
    given: () => ({ body: { formats: ['odt'] } }),
    status: 422,
    at: ['#/formats/0'],
  },
  {
    title: '[EX42] an option that a standing export does not know is refused by its path',
    endpoint: 'setStandingExports',
    given: () => ({ body: { formats: ['pdf'], include: { signoffs: false } } }),
    status: 422,
    code: 'unknown_field',
    at: ['#/include'],
  },
  {
    title: '[R28] an altered link is refused',
    endpoint: 'getExportFile',
    given: async (site) => ({
      as: 'nobody',
      query: (await linkOf(site)).replace(/^[^?]*/, '').replace(/expires=\d+/, 'expires=9999999999'),
    }),
    status: 401,
    code: 'unauthenticated',
  },
  {
    title: '[R28] an expired link is refused',
    endpoint: 'getExportFile',
    given: async (site) => {
      const link = await linkOf(site);
      site.world.clock.advance(15 * 60_000 + 1000);
      return { as: 'nobody', query: link.replace(/^[^?]*/, '') };
    },
    status: 401,
    code: 'unauthenticated',
  },
];
