/** Scenarios of the conditions of an approval: one is marked as met, or found not to be met after all. */
import { expect } from 'vitest';
import type { Refusal, ScenarioOf } from '../support/scenario.ts';
import type { CallOptions, Site } from '../support/site.ts';

const conditions = [
  { text: 'The scaffold tag is renewed.', due_on: '2026-12-10' },
  { text: 'The rescue kit is at the gate.' },
  { text: 'The induction is held.', met_on: '2026-11-01' },
];

async function conditional(site: Site): Promise<{ readonly params: { readonly document: string } }> {
  const params = { document: (await site.draft()).id };
  await site.must('submitReview', { params });
  await site.must('approve', { params, body: { conditions } });
  return { params };
}

const first = { version: 1, condition: 1, note: 'Tag 4711, seen on site.' };

async function metBy(
  site: Site,
  as: NonNullable<CallOptions['as']>,
): Promise<{ readonly params: { readonly document: string } }> {
  const given = await conditional(site);
  await site.must('meetCondition', { ...given, body: first, as });
  return given;
}

const another = { version: 1, condition: 1, note: 'The inspector took the tag off.' };

/** Met, and then found not to be met after all by a manager. */
async function reopened(site: Site): Promise<{ readonly params: { readonly document: string } }> {
  const given = await metBy(site, 'owner');
  await site.must('reopenCondition', { ...given, body: another, as: 'manager' });
  return given;
}

const minor = { change_significance: 'minor', change_summary: 'The cabin has a new door, nothing else.' };

/** The next version of a document whose first condition is met. */
async function revised(site: Site): Promise<{ readonly params: { readonly document: string } }> {
  const given = await metBy(site, 'owner');
  await site.must('revise', given);
  await site.must('submitReview', given);
  return given;
}

/** The next version of a document whose first condition was met, and then found not to be. */
async function revisedUnmet(site: Site): Promise<{ readonly params: { readonly document: string } }> {
  const given = await revised(site);
  const body = { version: 1, condition: 1, note: 'It was the tag of another bay.', seen: 1 };
  await site.must('reopenCondition', { ...given, body });
  return given;
}

/** What no word can be said of, whichever it is. */
function refusals(endpoint: 'meetCondition' | 'reopenCondition', rule: 'LC9' | 'LC11'): readonly Refusal[] {
  return [
    {
      title: `[${rule}] ${endpoint}: only conditions of the version in force are marked`,
      endpoint,
      given: async (site) => ({ ...(await conditional(site)), body: { version: 2, condition: 1 } }),
      status: 409,
      code: 'stale_version',
    },
    {
      title: `[${rule}] ${endpoint}: a document without an approved version has no conditions`,
      endpoint,
      given: async (site) => ({ params: { document: (await site.draft()).id }, body: first }),
      status: 409,
      code: 'document_not_approved',
    },
    {
      title: `[${rule}] ${endpoint}: conditions of an archived document stay as they are`,
      endpoint,
      given: async (site) => {
        const given = await conditional(site);
        await site.must('archive', given);
        return { ...given, body: first };
      },
      status: 409,
      code: 'invalid_transition',
    },
  ];
}

export const conditionScenarios: readonly ScenarioOf<'meetCondition' | 'reopenCondition' | 'approve'>[] = [
  {
    title: '[LC9] a condition of the version in force is marked as met, by whom and when',
    endpoint: 'meetCondition',
    given: async (site) => ({ ...(await conditional(site)), body: first }),
    status: 200,
    emits: ['document.updated'],
    check: ({ body }) =>
      expect(body).toMatchObject({
        condition_marks: [{ ...first, met: true, by: { name: expect.any(String) }, at: expect.any(String) }],
        conditions_open: [{ condition: 2, due_on: null, told: false }],
      }),
  },
  {
    title: '[LC9] a mark that the same person repeats changes nothing',
    endpoint: 'meetCondition',
    given: async (site) => ({ ...(await metBy(site, 'owner')), body: first, as: 'owner' }),
    status: 200,
    check: ({ body }) => expect(body.condition_marks).toHaveLength(1),
  },
  {
    title: '[LC9] who comes second is told who marked the condition',
    endpoint: 'meetCondition',
    given: async (site) => ({ ...(await metBy(site, 'manager')), body: { ...first, note: 'Seen too.' } }),
    status: 409,
    code: 'conflict',
    check: ({ body }) => expect(body.detail).toMatch(/^.+ marked condition 1 as met on \d/),
  },
  {
    title: '[LC9] a condition that the approval has as met is not marked again',
    endpoint: 'meetCondition',
    given: async (site) => ({ ...(await conditional(site)), body: { version: 1, condition: 3 } }),
    status: 409,
    code: 'conflict',
  },
  {
    title: '[LC9] a condition that the version does not have cannot be met',
    endpoint: 'meetCondition',
    given: async (site) => ({ ...(await conditional(site)), body: { version: 1, condition: 4 } }),
    status: 422,
    at: ['#/condition'],
  },
  ...refusals('meetCondition', 'LC9'),
  {
    title: '[LC10] who may not approve marks no condition as met',
    endpoint: 'meetCondition',
    given: async (site) => ({ ...(await conditional(site)), body: first, as: 'supervisor' }),
    status: 403,
    code: 'forbidden',
  },
  {
    title: '[LC11] a condition is not met after all, and both words stay',
    endpoint: 'reopenCondition',
    given: async (site) => ({
      ...(await metBy(site, 'owner')),
      body: { version: 1, condition: 1, note: 'It was the tag of another bay.' },
    }),
    status: 200,
    emits: ['document.updated'],
    check: ({ body }) => {
      expect(body.condition_marks?.map(({ met, note }) => [met, note])).toEqual([
        [true, first.note],
        [false, 'It was the tag of another bay.'],
      ]);
      expect(body.conditions_open?.map(({ condition }) => condition)).toEqual([1, 2]);
    },
  },
  {
    title: '[LC11] to reopen what nobody marked changes nothing',
    endpoint: 'reopenCondition',
    given: async (site) => ({ ...(await conditional(site)), body: { version: 1, condition: 2 } }),
    status: 200,
    check: ({ body }) => expect(body.condition_marks ?? []).toEqual([]),
  },
  ...refusals('reopenCondition', 'LC11'),
  {
    title: '[LC13] a mark that is sent again takes nothing back that was found since',
    endpoint: 'meetCondition',
    given: async (site) => ({ ...(await reopened(site)), body: first, as: 'owner' }),
    status: 409,
    code: 'conflict',
    check: ({ body }) => expect(body.detail).toMatch(/^.+ found on \d.+ not met after all\. Send in `seen`/),
  },
  {
    title: '[LC13] a condition is met again by who has read that it was not',
    endpoint: 'meetCondition',
    given: async (site) => ({ ...(await reopened(site)), body: { ...first, seen: 2 }, as: 'owner' }),
    status: 200,
    emits: ['document.updated'],
    check: ({ body }) => expect(body.condition_marks?.map(({ met }) => met)).toEqual([true, false, true]),
  },
  {
    title: '[LC13] a mark of who has not read the last word names who said it',
    endpoint: 'meetCondition',
    given: async (site) => ({ ...(await reopened(site)), body: { ...first, seen: 0 }, as: 'owner' }),
    status: 409,
    code: 'conflict',
    check: ({ body }) =>
      expect(body.detail).toMatch(/ found on \d{4}-\d\d-\d\d that condition 1 is not met after all\.$/),
  },
  {
    title: '[LC13] what was met again since is not found unmet unread',
    endpoint: 'reopenCondition',
    given: async (site) => {
      const given = await reopened(site);
      await site.must('meetCondition', { ...given, body: { ...first, seen: 2 } });
      return { ...given, body: { ...another, seen: 1 }, as: 'manager' };
    },
    status: 409,
    code: 'conflict',
    check: ({ body }) => expect(body.detail).toMatch(/^.+ marked condition 1 as met on \d/),
  },
  {
    title: '[LC14] the same finding again changes nothing',
    endpoint: 'reopenCondition',
    given: async (site) => ({ ...(await reopened(site)), body: another, as: 'manager' }),
    status: 200,
    check: ({ body }) => expect(body.condition_marks).toHaveLength(2),
  },
  {
    title: '[LC14] who comes second is told who found that it is not met',
    endpoint: 'reopenCondition',
    given: async (site) => ({ ...(await reopened(site)), body: { ...another, note: 'A clamp broke too.', seen: 2 } }),
    status: 409,
    code: 'conflict',
    check: ({ body }) => expect(body.detail).toMatch(/ found on \d.+ not met after all\.$/),
  },
  {
    title: '[LC12] a minor version keeps what is still to be met, after what is put anew',
    endpoint: 'approve',
    given: async (site) => ({
      ...(await revised(site)),
      body: { ...minor, conditions: [{ text: 'The new sign hangs.' }] },
    }),
    status: 200,
    emits: ['document.approved'],
    check: async ({ body }, site) => {
      expect(body.conditions_open).toEqual([
        { condition: 1, due_on: null, told: false },
        { condition: 2, due_on: null, told: false },
      ]);
      const { data } = await site.must('listVersions', { params: { document: body.id } });
      expect(
        data.map(({ version, review_code: code, conditions: of }) => [version, code, of.map(({ text }) => text)]),
      ).toEqual([
        [1, 'B', conditions.map(({ text }) => text)],
        [2, 'B', ['The new sign hangs.', 'The rescue kit is at the gate.']],
      ]);
    },
  },
  {
    title: '[LC12] what was found not to be met after all is still said of the kept condition',
    endpoint: 'approve',
    given: async (site) => ({ ...(await revisedUnmet(site)), body: minor }),
    status: 200,
    emits: ['document.approved'],
    check: ({ body }) => {
      expect(body.review_rounds.at(-1)?.outcome).toBe('approved_with_comments');
      expect(body.condition_marks?.slice(-1)).toMatchObject([
        { version: 2, condition: 1, met: false, note: 'It was the tag of another bay.' },
      ]);
    },
  },
  {
    title: '[LC12] a condition that is put again in the same words keeps what was found of it',
    endpoint: 'approve',
    given: async (site) => ({
      ...(await revisedUnmet(site)),
      body: { ...minor, conditions: [{ text: 'The new sign hangs.' }, ...conditions.slice(0, 1)] },
    }),
    status: 200,
    emits: ['document.approved'],
    check: ({ body }) => {
      expect(body.conditions_open?.map(({ condition }) => condition)).toEqual([1, 2, 3]);
      expect(body.condition_marks?.slice(-1)).toMatchObject([
        { version: 2, condition: 2, met: false, note: 'It was the tag of another bay.' },
      ]);
    },
  },
  {
    title: '[LC13] a kept condition that was found unmet is not met without `seen`',
    endpoint: 'meetCondition',
    given: async (site) => {
      const given = await revisedUnmet(site);
      await site.must('approve', { ...given, body: minor });
      return { ...given, body: { version: 2, condition: 1 } };
    },
    status: 409,
    code: 'conflict',
  },
  {
    title: '[LC12] a condition that is put anew is there once',
    endpoint: 'approve',
    given: async (site) => ({
      ...(await revised(site)),
      body: { ...minor, conditions: [{ text: 'The rescue kit is at the gate.', due_on: '2026-12-20' }] },
    }),
    status: 200,
    emits: ['document.approved'],
    check: ({ body }) => expect(body.conditions_open).toEqual([{ condition: 1, due_on: '2026-12-20', told: false }]),
  },
  {
    title: '[LC12] a material version begins with its own conditions',
    endpoint: 'approve',
    given: async (site) => ({ ...(await revised(site)), body: {} }),
    status: 200,
    emits: ['document.approved'],
    check: ({ body }) => expect(body.conditions_open).toEqual([]),
  },
];
