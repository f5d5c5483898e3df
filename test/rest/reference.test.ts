/** Industries and search by REST. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import industries from '../../shared/reference/industries.json' with { type: 'json' };
import { roles } from '../../shared/model/access.ts';
import { restClient } from '../../client-sdk/rest.ts';
import { openChance } from '../kit/clock.ts';
import { engines } from '../kit/engines.ts';
import { openSite, type Site } from './support/site.ts';

const q = (text: string): string => `?q=${encodeURIComponent(text)}`;

describe.each(engines)('%s', (engine) => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(engine);
  });
  afterAll(() => site[Symbol.asyncDispose]());

  const idsOf = async (query: string): Promise<readonly string[]> =>
    (await site.must('search', { query })).data.map(({ id }) => id);

  test('[SR2] a hit has its kind, its parent, a snippet and the positions of the words', async () => {
    const { data, meta } = await site.must('search', { query: q('  FÁLL hei ') });
    expect(meta).toEqual({ current_page: 1, per_page: 25, total: 1, last_page: 1, next_cursor: null });
    expect(data).toEqual([
      {
        type: 'hazard',
        id: site.ids['hazards'],
        reference: expect.stringMatching(/^HLC-014-RAMS-\d{4}$/),
        title: 'Fall from height',
        snippet: 'Fall from height',
        project_id: site.ids['project'],
        document_id: site.ids['document'],
        score: 3 / 8,
        highlight: [
          { field: 'title', start: 0, end: 4 },
          { field: 'title', start: 10, end: 16 },
          { field: 'snippet', start: 0, end: 4 },
          { field: 'snippet', start: 10, end: 16 },
        ],
      },
    ]);
  });

  test('[SR2] every word must occur, in any field; `type` narrows the search', async () => {
    const project = await site.must('createProject', {
      body: { name: 'Quayside depot', reference: 'QD-9', client_name: 'Zürich Hafen' },
    });
    const document = await site.draft({ title: 'Quayside lifting', project_id: project.id });
    expect(await idsOf(q('quayside'))).toEqual([document.id, project.id]);
    expect(await idsOf(q('qd 9'))).toEqual([document.id, project.id]);
    expect(await idsOf(q('zurich quay'))).toEqual([project.id]);
    expect(await idsOf(`${q('quayside')}&type=project,hazard`)).toEqual([project.id]);
    expect(await idsOf(`${q('quayside')}&page=2&per_page=1`)).toEqual([project.id]);
    const { data } = await site.must('search', { query: q('zurich') });
    expect(data).toMatchObject([
      { type: 'project', reference: 'QD-9', snippet: 'Zürich Hafen', project_id: project.id, document_id: null },
    ]);
    expect(data[0]?.highlight).toEqual([{ field: 'snippet', start: 0, end: 6 }]);
  });

  test('[SR13] with `type`, what is in a document is found: sections, substances and people', async () => {
    const document = await site.draft({ title: 'Resin floor' });
    const within = { params: { document: document.id } };
    const section = await site.must('createSection', {
      ...within,
      body: {
        section_type: 'sequence_of_works',
        title: 'Order of work',
        data: { entries: [{ no: 1, text: 'Grind the slab by wombat grinder' }] },
      },
    });
    const substance = await site.must('createCoshhAssessment', {
      ...within,
      body: { substance_name: 'Wombat hardener', hazard_statements: [{ code: 'H317', text: null }] },
    });
    const person = await site.must('createPersonnelEntry', {
      ...within,
      body: { name: 'Ada Quill', employer_name: 'Wombat Floors Ltd', mobile: '07700 900123' },
    });
    const everywhere = '&type=document,section,coshh,personnel';
    expect((await idsOf(`${q('wombat')}${everywhere}`)).toSorted()).toEqual(
      [section.id, substance.id, person.id].toSorted(),
    );
    expect(await idsOf(q('wombat'))).toEqual([]);
    expect(await idsOf(`${q('skin reaction')}&type=coshh`)).toEqual([substance.id]);
    expect(await idsOf(`${q('07700')}&type=personnel`)).toEqual([]);
    const { data } = await site.must('search', { query: `${q('grind slab')}${everywhere}` });
    expect(data).toMatchObject([
      {
        type: 'section',
        reference: document.reference,
        title: 'Order of work',
        snippet: 'Grind the slab by wombat grinder',
        document_id: document.id,
        project_id: document.project_id,
      },
    ]);
  });

  test('[SR8] archived documents, hazards and projects are found only with archived=true', async () => {
    const { id: document } = await site.draft({ title: 'Obelisk repair' });
    const params = { document };
    const { id: hazard } = await site.must('createHazard', { params, body: { name: 'Obelisk leans' } });
    const { id: other } = await site.must('createHazard', { params, body: { name: 'Obelisk crumbles' } });
    const project = await site.must('createProject', { body: { name: 'Obelisk square' } });
    await site.must('removeHazard', { params: { document, id: other } });
    expect((await idsOf(q('obelisk'))).toSorted()).toEqual([document, hazard, project.id].toSorted());
    await site.must('archive', { params, body: { reason: 'Never built' } });
    await site.must('archiveProject', { params: { project: project.id } });
    expect(await idsOf(`${q('obelisk')}&archived=false`)).toEqual([]);
    const all = await idsOf(`${q('obelisk')}&archived=true`);
    expect(all.toSorted()).toEqual([document, hazard, project.id].toSorted());
  });

  test('[SR10] search finds pushed changes at once, and only by their new words', async () => {
    const { id: document } = await site.draft();
    const id = site.world.app.commitContext.newId();
    const set = { document_id: document, name: 'Xenon lamp', controls: [{ description: 'Wear visor' }] };
    await site.device({ op: 'create', kind: 'hazard', id, set });
    expect(await idsOf(q('xenon visor'))).toEqual([id]);
    await site.device({ op: 'patch', kind: 'hazard', id, set: { name: 'Argon lamp' } });
    expect([await idsOf(q('xenon')), await idsOf(q('argon'))]).toEqual([[], [id]]);
  });

  test('[SR4] q has no syntax: operators, quotes, NUL, emoji and random bytes are only words', async () => {
    const chance = openChance(47);
    const bytes = () =>
      Array.from(chance.bytes(1 + chance.below(200)), (byte) => `%${byte.toString(16).padStart(2, '0')}`);
    const odd = [
      '""',
      '"fall',
      "fall' OR '1'='1",
      'NEAR(fall height, 2)',
      'fall*',
      '*',
      'title : fall',
      'fall -height',
      '{title}: x',
    ];
    odd.push(
      '^fall',
      '(((',
      'fall & !height',
      'fall:*A',
      'a | b',
      '\\',
      '%%',
      '__',
      '\0\0',
      'fa\0ll',
      '🏗🏗',
      '👷🏽‍♀️ fall',
      '\ud800x',
      '++',
    );
    odd.push(
      "'; drop table search; --",
      'AND',
      'fall AND',
      'OR OR',
      'NOT fall',
      '@@',
      ':*',
      '--',
      '/**/',
      '$1 ?1 :a',
      'ﷺ'.repeat(200),
    );
    odd.push(Array.from({ length: 100 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join(' '), 'x'.repeat(200));
    const queries = odd.map((text) => encodeURIComponent(text.toWellFormed()));
    for (let i = 0; i < 60; i++) queries.push(bytes().join(''));
    const refused = new Set<string | undefined>();
    for (const query of queries) {
      const answer = await site.call('search', { query: `?q=${query}` });
      expect([200, 422], `${query} ${answer.text}`).toContain(answer.status);
      if (!answer.ok) for (const { parameter } of answer.body.errors ?? []) refused.add(parameter);
    }
    expect([...refused]).toEqual(['q']);
    expect(await idsOf(q('🏗🏗'))).toEqual([]);
    expect(await idsOf(q('"fall" & (hei:*'))).toEqual([site.ids['hazards']]);
  });

  test('[SR9] another organisation’s records are never found', async () => {
    const { id } = await site.must('createProject', { as: 'stranger', body: { name: 'Fall from height Ymir' } });
    expect(await idsOf(q('ymir'))).toEqual([]);
    const { data } = await site.must('search', { as: 'stranger', query: q('fall') });
    expect(data.map((match) => match.id)).toEqual([id]);
  });
});

describe('in any engine', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site[Symbol.asyncDispose]());

  test('[SR1] every role gets the industries in list order', async () => {
    for (const role of roles)
      expect(await site.must('listIndustries', { as: role })).toEqual({
        data: industries,
        meta: { current_page: 1, per_page: 25, total: 26, last_page: 1, next_cursor: null },
      });
    const { data } = await site.must('listIndustries', { query: '?per_page=5&page=2' });
    expect(data).toEqual(industries.slice(5, 10));
  });

  test('[SR2] every role may search, with the client’s types', async () => {
    for (const role of roles) expect((await site.must('search', { as: role, query: q('epoxy') })).data).toEqual([]);
    const api = restClient({ server: site.world.url, token: site.world.adminToken });
    const { data } = await api.search({ query: { q: 'harrow', type: ['project', 'document'], archived: 'true' } });
    expect(data.map(({ title }) => title)).toEqual(['Harrow Lane']);
    expect((await api.listIndustries()).data).toHaveLength(26);
  });

  test('[SR5] q has 2 to 200 user-perceived characters after trimming', async () => {
    for (const bad of ['', '?q=', '?q=a', '?q=%20%20a%20', q('x'.repeat(201)), q('🏗')]) {
      const answer = await site.call('search', { query: bad });
      expect([bad, answer.status]).toEqual([bad, 422]);
      expect(answer.body).toMatchObject({ code: 'validation_failed', errors: [{ parameter: 'q' }] });
    }
    for (const good of ['?q=ab', q(` ${'🏗'.repeat(200)} `), '?q=a&q=b'])
      expect((await site.call('search', { query: good })).status).toBe(200);
  });

  test('[SR7] a snippet is the text around the words, cut between words, with positions', async () => {
    const { id: document } = await site.draft();
    const description = `${'Nothing of note here.\n'.repeat(30)}The Größe of the ZANZIBAR crane\tmatters. ${'And so on. '.repeat(40)}`;
    const name = `Slewing ${'long '.repeat(20)}`.trim();
    await site.must('createHazard', { params: { document }, body: { name, description } });
    const { data } = await site.must('search', { query: q('grosse zanz') });
    const [match] = data;
    expect(match?.snippet).toMatch(/^….*The Größe of the ZANZIBAR crane matters\. And.*…$/);
    expect(match?.snippet.length).toBeLessThanOrEqual(162);
    expect(match?.highlight.map(({ field, start, end }) => [field, match.snippet.slice(start, end)])).toEqual([
      ['snippet', 'Größe'],
      ['snippet', 'ZANZIBAR'],
    ]);
    await site.must('createHazard', { params: { document }, body: { name: 'Dig 2½ cafe\u0301s deep' } });
    const { data: dig } = await site.must('search', { query: q('2½ cafés') });
    const marked = dig[0]?.highlight.filter(({ field }) => field === 'title');
    expect(marked?.map(({ start, end }) => dig[0]?.title.slice(start, end))).toEqual(['2½', '½', 'cafe\u0301s']);
    const solid = `${'🏗'.repeat(300)}kiwi${'漢'.repeat(300)}`;
    await site.must('createHazard', { params: { document }, body: { name: 'Solid', description: solid } });
    const { data: found } = await site.must('search', { query: q('kiwi') });
    expect(found[0]?.snippet.isWellFormed()).toBe(true);
    expect(found[0]?.snippet).toMatch(/^…kiwi漢+…$/);
    expect(found[0]?.highlight).toEqual([{ field: 'snippet', start: 1, end: 161 }]);
  });
});
