/** The permit register of a project as it is made: what it takes from the log of each permit, and which permits are in it (contract, Exports). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPdf, squeezed } from '../export/reading.ts';
import { engines } from '../kit/engines.ts';
import { at, issuer, permitIn } from '../rest/support/permits.ts';
import { openSite, type Site } from '../rest/support/site.ts';

describe.each(engines)('on %s', (engine) => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(engine, { isFurnished: false, exportsByHand: true });
  });
  afterAll(() => site[Symbol.asyncDispose]());

  async function aProject(): Promise<string> {
    return (await site.must('createProject', { body: { name: 'Mill Yard' } })).id;
  }

  /** What the register prints. */
  async function registerOf(project: string, body: object = {}): Promise<string> {
    const asked = { params: { project }, body: { form: 'permit_register', ...body } };
    const { id } = await site.must('exportProject', asked);
    await site.world.app.exports.run();
    const { download_url: url } = await site.must('getProjectExport', { params: { project_export: id } });
    const bytes = new Uint8Array(await (await fetch(String(url))).arrayBuffer());
    return (await readPdf(bytes)).spoken.join(' ');
  }

  test('[EX62] a register says who opened a permit, and when it was extended', async () => {
    const project = await aProject();
    const permit = await permitIn(site, 'open', { project_id: project });
    const { valid_to } = await site.must('getPermit', { params: { permit } });
    const to = new Date(Date.parse(String(valid_to)) + 600_000).toISOString();
    await site.must('extendPermit', { params: { permit }, body: { to, by: issuer, at: at('08:00') } });
    const words = squeezed(await registerOf(project));
    expect(words).toMatch(new RegExp(`${squeezed('Opened:')}.{5,40}${squeezed(', by')}`));
    expect(words).toMatch(new RegExp(`${squeezed('Extended:')}.{5,40}${squeezed(`by ${issuer.name}`)}`));
  });

  test('[EX179] a register says which time a clock gave that was ahead, and when it was recorded', async () => {
    const project = await aProject();
    const permit = await permitIn(site, 'open', { project_id: project });
    const args = { at: '2026-11-22T04:57:00.000Z', reason: 'Rain' };
    await site.device({ op: 'act', kind: 'permit', id: permit, action: 'suspend', args });
    const words = squeezed(await registerOf(project));
    expect(words).toMatch(
      new RegExp(`${squeezed('Suspend: 22 Nov 2026')}.*${squeezed('a clock that was ahead; recorded 21 Nov')}`),
    );
  });

  test('[EX63] a register has the permits in force on the days asked for, in local time', async () => {
    const project = await aProject();
    await site.must('updateOrganisation', { body: { timezone: 'Europe/Berlin' } });
    const permit = async (permit_number: string, valid_from: string, valid_to: string) =>
      await site.must('createPermit', {
        body: { permit_type: 'general', project_id: project, permit_number, valid_from, valid_to },
      });
    await permit('P-1', '2026-11-20T22:30:00Z', '2026-11-20T22:50:00Z');
    await permit('P-2', '2026-11-20T23:30:00Z', '2026-11-20T23:50:00Z');
    const numbers = async (body: object) => (await registerOf(project, body)).match(/P-\d/g) ?? [];
    expect(await numbers({})).toEqual(['P-1', 'P-2']);
    expect(await numbers({ until: '2026-11-20' })).toEqual(['P-1']);
    expect(await numbers({ from: '2026-11-21' })).toEqual(['P-2']);
    expect(await numbers({ states: ['open'] })).toEqual([]);
  });
});
