/** Unknown fields of a body, at any depth: named to the caller, or refused if the organisation wants strict bodies. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EndpointName } from '../../shared/rest/rest.ts';
import { openFirm, type Firm } from './support/firm.ts';
import { requireProblem } from './support/outcome.ts';
import { openSite, type Site } from './support/site.ts';

let site: Site;
let params: { readonly document: string };
beforeAll(async () => {
  site = await openSite();
  params = { document: (await site.draft()).id };
});
afterAll(() => site[Symbol.asyncDispose]());

const control = { description: 'Edge rail', hierachy_level: 'ppe' };

const misspelt: readonly (readonly [EndpointName, object, readonly string[]])[] = [
  ['createHazard', { name: 'Edge', controls: [control] }, ['controls/0/hierachy_level']],
  [
    'createCoshhAssessment',
    { substance_name: 'Epoxy', quantity: { value: 5, unti: 'kg' }, controls: [{ description: 'Gloves' }, control] },
    ['quantity/unti', 'controls/1/hierachy_level'],
  ],
  [
    'createPersonnelEntry',
    { name: 'Ewa', naem: 'x', competence_cards: [{ scheme: 'CSCS', card_number: 'S-1', expiry: '2031-05-31' }] },
    ['naem', 'competence_cards/0/expiry'],
  ],
];

describe('X-Ignored-Fields', () => {
  test.each(misspelt)('[R7] %s names a misspelt nested field by its path', async (name, body, paths) => {
    const answer = await site.call(name, { params, body });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.headers.get('x-ignored-fields')).toBe(paths.join(', '));
  });

  test('[R7] PUT and merge patch name a misspelt field too', async () => {
    const { id } = await site.must('createHazard', { params, body: { name: 'Edge' } });
    const path = `/api/v1/documents/${params.document}/hazards/${id}`;
    for (const [method, type] of [
      ['PUT', 'application/json'],
      ['PATCH', 'application/merge-patch+json'],
    ] as const) {
      const answer = await site.world.api(method, path, { controls: [control] }, { 'content-type': type });
      expect([answer.status, answer.headers.get('x-ignored-fields')]).toEqual([200, 'controls/0/hierachy_level']);
    }
  });

  test('[R7] paths are percent-encoded and cut, and names beyond the header limit omitted', async () => {
    const body = {
      title: 'Roof works',
      document_type: 'rams',
      powra: { 'a/b, c': 1, ['x'.repeat(300)]: 2 },
      ...Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`${i}-${'ł'.repeat(61)}`, i])),
    };
    const answer = await site.call('createDocument', { body });
    const named = (answer.headers.get('x-ignored-fields') ?? '').split(', ');
    expect(answer.status).toBe(201);
    expect(named).toContain('powra/a%2Fb%2C%20c');
    expect(named).toContain(`powra/${'x'.repeat(64)}`);
    expect(named.length).toBeLessThan(20);
    expect(named.join(', ').length).toBeLessThanOrEqual(2000);
  });

  test('[R7] free JSON, values of a wrong type and read-only fields are not reported', async () => {
    const powra = { weather: { gusts: { knots: 30 } }, team_consulted: [{ any: 1 }], escalated_to: { who: 'ever' } };
    const document = await site.call('createDocument', {
      body: { title: 'Roof works', document_type: 'powra', powra, sections: [{ nobody: 'reads this' }] },
    });
    const section = await site.call('createSection', { params, body: { title: 'Free', data: { a: { b: [1] } } } });
    expect([document.status, document.headers.get('x-ignored-fields')]).toEqual([201, null]);
    expect([section.status, section.headers.get('x-ignored-fields')]).toEqual([201, null]);
    const wrong = await site.call('createHazard', { params, body: { name: 'Edge', controls: { 0: control } } });
    expect([wrong.status, wrong.headers.get('x-ignored-fields')]).toEqual([422, null]);
  });

  test('[R7] in free JSON the one name that nothing can have is named', async () => {
    const body =
      '{"title":"Free","data":{"__proto__":{"a":1},"rows":[{"__proto__":2,"b":[3]}],"constructor":4,"key":"__proto__"}}';
    const section = await site.call('createSection', { params, body });
    expect([section.status, section.headers.get('x-ignored-fields')]).toEqual([
      201,
      'data/__proto__, data/rows/0/__proto__',
    ]);
    expect(section.ok && section.body.data).toEqual({ rows: [{ b: [3] }], constructor: 4, key: '__proto__' });
  });

  test('[WB314] an action names every member that it does not take, also one it shows', async () => {
    const { id: document } = await site.draft();
    const answer = await site.call('archive', {
      params: { document },
      body: { title: 'x', id: document, reason: 'y' },
    });
    expect([answer.status, answer.headers.get('x-ignored-fields')]).toEqual([200, 'title, id']);
    const copy = await site.call('duplicate', { params: { document }, body: { title: 'x', site_id: null } });
    expect([copy.status, copy.headers.get('x-ignored-fields')]).toEqual([201, 'title']);
  });

  test('[R7] an unknown setting is refused by name instead of ignored', async () => {
    const answer = await site.call('updateOrganisation', { body: { settings: { signoff: { geo: 1 } } } });
    expect([answer.status, answer.headers.get('x-ignored-fields')]).toEqual([422, null]);
  });
});

test('[R95] content is taken as the body of a section; a different body is refused', async () => {
  const made = await site.must('createSection', { params, body: { title: 'Rescue', content: 'Ladder' } });
  expect(made).toMatchObject({ body: 'Ladder' });
  expect(made).not.toHaveProperty('content');
  const one = { ...params, id: made.id };
  const changed = await site.call('updateSection', { params: one, body: { content: 'Rope', body: 'Rope' } });
  expect([changed.body, changed.headers.get('x-ignored-fields')]).toMatchObject([{ body: 'Rope' }, null]);
  const both = await site.call('updateSection', { params: one, body: { content: 'Rope', body: null } });
  expect([both.status, requireProblem(both).errors?.map(({ pointer }) => pointer)]).toEqual([422, ['#/content']]);
  expect(await site.must('getSection', { params: one })).toMatchObject({ body: 'Rope' });
});

describe('where bodies are strict', () => {
  let firm: Firm;
  let strict: { readonly document: string };
  beforeAll(async () => {
    firm = await openFirm(site, { strict_bodies: true });
    strict = (await firm.draft()).params;
  });

  test.each(misspelt)('[RV11] %s is refused with a pointer to the misspelt field', async (name, body, paths) => {
    const answer = await firm.call(name, { params: strict, body });
    expect([answer.status, requireProblem(answer).code]).toEqual([422, 'unknown_field']);
    expect(requireProblem(answer).errors?.map(({ pointer }) => pointer)).toEqual(paths.map((path) => `#/${path}`));
  });

  test('[RV11] entries can be sent back exactly as they were read', async () => {
    const body = {
      name: 'Edge',
      controls: [{ description: 'Edge rail', hierarchy_level: 'engineering' }],
      residual_acceptance: { text: 'Accepted until the edge rail is up.', by: 'T Ashworth', at: '2026-11-21' },
    };
    const hazard = await firm.must('createHazard', { params: strict, body });
    const again = { params: { ...strict, id: hazard.id }, body: { ...hazard } };
    expect((await firm.must('updateHazard', again)).controls).toEqual(hazard.controls);
  });

  test('[RV11] an unknown setting is reported as such', async () => {
    const headers = await firm.as('owner');
    const answer = await firm.call('updateOrganisation', { headers, body: { settings: { strict_body: true } } });
    expect([answer.status, requireProblem(answer).code]).toEqual([422, 'validation_failed']);
  });
});
