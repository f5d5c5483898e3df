/** What the print of a version takes from it, and not from the draft that follows it (contract, Exports). */
import { expect, test } from 'vitest';
import { readDocx } from '../export/reading.ts';
import { engines } from '../kit/engines.ts';
import { openSite } from './support/site.ts';

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
