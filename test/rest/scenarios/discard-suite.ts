/** Scenarios of discarding a draft and of restoring a project, whatever the settings (contract, Review and strictness). */
import { expect } from 'vitest';
import { issued, nextHandedIn, retitled } from '../support/issued.ts';
import type { Reply } from '../support/outcome.ts';
import type { Scenario } from '../support/scenario.ts';

const drafts: readonly Scenario[] = [
  {
    title: '[RV16] discarding the draft of version 2 restores the frozen version 1',
    endpoint: 'discard',
    given: async (site) => {
      const given = await issued(site);
      const before = await site.must('getDocument', given);
      await site.must('revise', given);
      const entry = (id: string | undefined) => ({ ...given.params, id: id ?? '' });
      await site.must('updateDocument', { ...given, body: { title: 'Roof works, extended', site_id: null } });
      await site.must('updateHazard', {
        params: entry(before.hazards[0]?.id),
        body: { name: 'Silica', severity_before: 5 },
      });
      await site.must('removeHazard', { params: entry(before.hazards[1]?.id) });
      await site.must('createHazard', { ...given, body: { name: 'Falls', position: 1 } });
      await site.must('reorderSections', {
        ...given,
        body: { order: before.sections.map(({ id }) => id).toReversed() },
      });
      await site.must('removePersonnelEntry', { params: entry(before.personnel[0]?.id) });
      return { ...given, body: { reason: 'The job is not extended after all.' } };
    },
    status: 200,
    emits: ['document.updated'],
    check: async ({ body }, site, given) => {
      const { content, content_hash } = await site.must('getVersion', { params: { ...given.params, version: '1' } });
      expect(body).toMatchObject({
        status: 'approved',
        version: 1,
        current_approved_version: 1,
        content_hash,
        editors: [],
      });
      expect(body).toMatchObject({ title: 'Roof works', site_id: site.ids['site'] });
      const frozen = content as Pick<Reply<'getDocument'>, 'sections' | 'hazards' | 'personnel'>; // a snapshot holds these lists
      const known = (entries: readonly { readonly id: string; readonly position: number }[]) =>
        entries.map(({ id, position }) => [id, position]);
      expect(known(body.hazards)).toEqual(known(frozen.hazards));
      expect(known(body.sections)).toEqual(known(frozen.sections));
      expect(body.hazards.map(({ name, controls }) => [name, controls.length])).toEqual([
        ['Dust', 1],
        ['Noise', 0],
      ]);
      // A snapshot has no mobile number, and yet the number is not lost.
      expect(body.personnel).toMatchObject([{ name: 'Ewa Nowak', mobile: '07700 900300' }]);
      // Approved again without a change, it is the same content under the next number.
      for (const action of ['revise', 'submitReview', 'approve'] as const)
        await site.must(action, { params: given.params ?? {} });
      const again = await site.must('getVersion', { params: { ...given.params, version: '2' } });
      expect({ ...again.content, version: 1 }).toEqual(content);
    },
  },
  {
    title: '[RV16] a discarded draft is kept with its content, reason and author',
    endpoint: 'listDiscardedDrafts',
    given: async (site) => {
      const given = await issued(site);
      for (const name of ['Falls', 'Fire']) {
        await site.must('revise', given);
        await site.must('createHazard', { ...given, body: { name, position: 1 } });
        await site.must('discard', { ...given, body: { reason: `Not ${name}.` } });
      }
      return given;
    },
    status: 200,
    check: ({ body }) =>
      expect(body.data).toMatchObject(
        ['Fire', 'Falls'].map((name) => ({
          version: 2,
          reason: `Not ${name}.`,
          discarded_by: { name: 'Administrator' },
          editors: [{ name: 'Administrator' }],
          content: { version: 2, hazards: [{ name }, { name: 'Dust' }, { name: 'Noise' }] },
        })),
      ),
  },
  {
    title: '[RV16] a draft of version 1 cannot be discarded',
    endpoint: 'discard',
    given: async (site) => ({ params: { document: (await site.draft()).id } }),
    status: 409,
    code: 'invalid_transition',
    check: ({ body }) => expect(body['allowed']).toEqual(['submit_review', 'archive']),
  },
  {
    title: '[RV16] a document under review must be withdrawn first',
    endpoint: 'discard',
    given: (site) => nextHandedIn(site, retitled(site)),
    status: 409,
    code: 'invalid_transition',
  },
];

const projects: readonly Scenario[] = [
  {
    title: '[RV17] restoring a project returns it to its previous status',
    endpoint: 'restoreProject',
    given: async (site) => {
      const { id } = await site.must('createProject', { body: { name: 'Mill Road', status: 'on_hold' } });
      await site.must('archiveProject', { params: { project: id } });
      return { params: { project: id } };
    },
    status: 200,
    check: ({ body }) =>
      expect(body).toMatchObject({ status: 'on_hold', archived_at: null, archived_from_status: null }),
  },
  {
    title: '[RV17] only an archived project can be restored',
    endpoint: 'restoreProject',
    status: 409,
    code: 'invalid_transition',
  },
];

export const discardScenarios: readonly Scenario[] = [...drafts, ...projects];
