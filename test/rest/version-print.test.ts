/** What the print of a version takes from it, and not from the draft that follows it (contract, Exports). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nextDay, startOfDay } from '../../shared/base/day.ts';
import { readDocx } from '../export/reading.ts';
import { engines } from '../kit/engines.ts';
import { png } from './support/images.ts';
import { openSite, photosOf, type CallOptions, type Site } from './support/site.ts';

test.each(engines)(
  '[EX22] %s: a version prints its own reference and site, whatever the draft says',
  async (engine) => {
    await using site = await openSite(engine);
    const place = { project_id: site.ids['project'], site_id: site.ids['site'] };
    const params = { document: (await site.approved(place)).id };
    async function ask(version: number): Promise<readonly [status: number, id: string]> {
      const answer = await site.call('exportDocument', { params, body: { format: 'docx', version } });
      if (!answer.ok) throw new Error(answer.text);
      return [answer.status, answer.body.id];
    }
    const { id: site_id } = await site.must('createSite', {
      body: { project_id: site.ids['project'], name: 'Elsewhere' },
    });
    await site.must('revise', { params });
    const words = async (version: number): Promise<string> => {
      const { result } = await site.eventsOf(() => ask(version));
      const { download_url: url } = await site.must('getExport', { params: { export: result[1] } });
      const answer = await fetch(String(url));
      const { text } = readDocx(new Uint8Array(await answer.arrayBuffer()));
      return `${answer.headers.get('content-disposition')} ${text}`;
    };
    const before = await words(1);
    const [, id] = await ask(1);
    await site.must('updateDocument', { params, body: { reference: 'NEVER-APPROVED-9', site_id } });
    expect(await ask(1)).toEqual([200, id]);
    site.world.clock.advance(25 * 3_600_000);
    const after = await words(1);
    expect(after).not.toMatch(/NEVER-APPROVED-9|Elsewhere/);
    expect(after.length).toBe(before.length);
    expect(await words(2)).toMatch(/NEVER-APPROVED-9.*Elsewhere/s);
    // Another site of the draft is not printed in the version either.
    const [, newer] = await ask(1);
    await site.must('updateSite', { params: { site: site_id }, body: { access_notes: 'By gate G2.' } });
    expect(await ask(1)).toEqual([200, newer]);
  },
);

test('[EX220] a print says which conditions are met since, and older files are old', async () => {
  await using site = await openSite();
  const params = { document: (await site.draft()).id };
  await site.must('submitReview', { params });
  await site.must('approve', {
    params,
    body: { conditions: [{ text: 'The tag hangs.' }, { text: 'The kit is there.' }] },
  });
  const printed = async (): Promise<readonly [id: string, text: string]> => {
    const { result } = await site.eventsOf(() => site.must('exportDocument', { params, body: { format: 'docx' } }));
    const { download_url: url } = await site.must('getExport', { params: { export: result.id } });
    const answer = await fetch(String(url));
    return [result.id, readDocx(new Uint8Array(await answer.arrayBuffer())).text];
  };
  const [id, before] = await printed();
  expect(before).toMatch(/The tag hangs\.: NOT YET MET.*The kit is there\.: NOT YET MET/s);
  await site.must('meetCondition', { params, body: { version: 1, condition: 2, note: 'Seen at the gate.' } });
  expect(await site.must('getExport', { params: { export: id } })).toMatchObject({
    current: false,
    stale_because: [{ reason: 'edited', kind: 'document' }],
  });
  const [, after] = await printed();
  expect(after).toMatch(/The tag hangs\.: NOT YET MET.*The kit is there\.: met .+ \(.+\), Seen at the gate\./s);
});

describe.each(engines)('on %s', (engine) => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(engine);
  });
  afterAll(() => site[Symbol.asyncDispose]());

  const docx = { format: 'docx' };

  async function ask(given: CallOptions): Promise<readonly [status: number, id: string]> {
    const answer = await site.call('exportDocument', given);
    if (!answer.ok) throw new Error(answer.text);
    return [answer.status, answer.body.id];
  }

  async function printed(id: string): Promise<{ readonly text: string; readonly pictures: number }> {
    const { download_url: url } = await site.must('getExport', { params: { export: id } });
    const { text, paths } = readDocx(new Uint8Array(await (await fetch(String(url))).arrayBuffer()));
    return { text, pictures: paths.filter((path) => path.startsWith('word/media/')).length };
  }

  test('[EX210] a file that is old because its document was archived says so', async () => {
    const params = { document: (await site.approved()).id };
    const [, id] = await ask({ params, body: docx });
    await site.must('archive', { params });
    expect(await site.must('getExport', { params: { export: id } })).toMatchObject({
      current: false,
      stale_because: [{ reason: 'archived', kind: 'document', id: params.document }],
    });
  });

  test('[EX176] an archived document is named as archived, and files that name a version are old', async () => {
    const { id: named, reference } = await site.approved({ title: 'Linked works' });
    const link = { document_type: 'permit', permit: { linked_document_ids: [named] } };
    const given = { params: { document: (await site.approved(link)).id }, body: docx };
    const [, old] = await ask(given);
    expect((await printed(old)).text).toContain(`${reference} Linked works, version 1`);
    await site.must('archive', { params: { document: named } });
    expect(await site.must('getExport', { params: { export: old } })).toMatchObject({
      current: false,
      stale_because: [{ reason: 'linked_document_changed', id: named }],
    });
    const [, fresh] = await ask(given);
    expect((await printed(fresh)).text).toContain(`${reference} Linked works, archived`);
  });

  test('[EX177] photos of a version are those of its own site, whatever the draft says', async () => {
    const { id: site_id } = await site.must('createSite', { body: { project_id: site.ids['project'], name: 'Yard' } });
    const { data } = await site.must('uploadPhotos', { params: { site: site_id }, body: photosOf(png(63)) });
    const talk = { document_type: 'toolbox_talk', site_id };
    const params = { document: (await site.draft(talk)).id };
    const photos = data.map(({ id }) => ({ id, caption: 'The yard' }));
    await site.must('createHazard', { params, body: { name: 'Edge', photos } });
    for (const action of ['submitReview', 'approve', 'revise'] as const) await site.must(action, { params });
    const given = { params, body: { ...docx, version: 1 } };
    const [, first] = await ask(given);
    await site.must('updateDocument', { params, body: { site_id: site.ids['site'] } });
    expect(await site.must('getExport', { params: { export: first } })).toMatchObject({ current: true });
    site.world.clock.advance(25 * 3_600_000);
    const [, second] = await ask(given);
    const draft = (await ask({ params, body: { ...docx, version: 2 } }))[1];
    const pictures = await Promise.all([first, second, draft].map(async (id) => (await printed(id)).pictures));
    expect(pictures).toEqual([1, 1, 0]);
  });

  test('[EX178] a file that says of a card that it expires is old from the day after', async () => {
    const params = { document: (await site.draft({ project_id: site.ids['project'] })).id };
    const card = (expires_on: string) => ({ scheme: 'CSCS', card_number: `S-${expires_on}`, expires_on });
    const today = new Date(site.world.clock.now()).toISOString().slice(0, 10);
    const body = { name: 'Ewa', competence_cards: [card('2020-01-31'), card(today), card('2040-01-31')] };
    await site.must('createPersonnelEntry', { params, body });
    for (const action of ['submitReview', 'approve', 'revise'] as const) await site.must(action, { params });
    await site.must('setStandingExports', { params, body: { formats: ['docx'] } });
    const id = (await site.must('listExports', { params })).data[0]?.id ?? '';
    const made = async () => (await site.must('listExports', { params })).data.length;
    expect([await made(), (await site.must('getExport', { params: { export: id } })).current]).toEqual([1, true]);
    expect((await printed(id)).text).toMatch(/EXPIRED.*, expires/s);
    site.world.clock.set(`${nextDay(today)}T00:00:01.000Z`);
    expect(await site.must('getExport', { params: { export: id } })).toMatchObject({
      current: false,
      stale_since: startOfDay(nextDay(today), null),
      stale_because: [{ reason: 'card_expired', kind: 'document', id: params.document }],
    });
    await site.world.app.standingExports.run();
    site.world.clock.advance(60_000);
    await site.world.app.standingExports.run();
    await site.world.app.exports.run();
    expect(await made()).toBe(2);
  });

  test('[EX180] a card expires when the day ends where the organisation is, not in Greenwich', async () => {
    await site.must('updateOrganisation', { body: { timezone: 'America/New_York' } });
    const params = { document: (await site.draft({ project_id: site.ids['project'] })).id };
    const last = nextDay(new Date(site.world.clock.now()).toISOString().slice(0, 10));
    const cards = [{ scheme: 'CSCS', card_number: 'S-1', expires_on: last }];
    await site.must('createPersonnelEntry', { params, body: { name: 'Ewa', competence_cards: cards } });
    for (const action of ['submitReview', 'approve'] as const) await site.must(action, { params });
    const given = { params, body: docx };
    const midnight = startOfDay(nextDay(last), 'America/New_York');
    expect(midnight.slice(10)).toMatch(/^T0[45]:00:00.000Z$/);
    site.world.clock.set(new Date(Date.parse(midnight) - 1_800_000).toISOString());
    const [, id] = await ask(given);
    expect((await printed(id)).text).not.toContain('EXPIRED');
    const cardsInDate = async () => {
      const { findings } = await site.must('checkCompliance', { params });
      return findings.find(({ rule_id: rule }) => rule === 'PER-02')?.result;
    };
    expect(await cardsInDate()).toBe('pass');
    site.world.clock.set(new Date(Date.parse(midnight) + 1_000).toISOString());
    expect(await cardsInDate()).toBe('fail');
    expect(await site.must('getExport', { params: { export: id } })).toMatchObject({
      current: false,
      stale_since: midnight,
      stale_because: [{ reason: 'card_expired' }],
    });
    expect((await printed((await ask(given))[1])).text).toContain('EXPIRED');
  });

  test('[EX181] the next review that a version prints is its own, whatever the draft says', async () => {
    const params = { document: (await site.draft({ review_due_on: '2031-03-01' })).id };
    for (const action of ['submitReview', 'approve', 'revise'] as const) await site.must(action, { params });
    const { data } = await site.must('listVersions', { params });
    expect(data).toMatchObject([{ review_due_on: '2031-03-01' }]);
    const given = { params, body: { ...docx, version: 1 } };
    const [, first] = await ask(given);
    await site.must('updateDocument', { params, body: { review_due_on: '2032-04-02' } });
    expect(await site.must('getExport', { params: { export: first } })).toMatchObject({ current: true });
    site.world.clock.advance(25 * 3_600_000);
    expect((await printed((await ask(given))[1])).text).toMatch(/Next review\s*1 Mar 2031/);
    const draft = await ask({ params, body: { ...docx, version: 2 } });
    expect((await printed(draft[1])).text).toMatch(/Next review\s*2 Apr 2032/);
  });
});
