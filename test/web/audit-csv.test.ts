/** The file of the audit log. */
import { expect, test } from 'vitest';
import { Problem } from '../../shared/model/problem.ts';
import { csvOf, type CsvEntry } from '../../web/office/settings/audit/audit-csv.ts';

const actor = { id: 'u1', name: 'Ann', role: 'owner' };
const change = (id: string) => ({ kind: 'hazard', id, change: 'patch' });
const entry = { at: '2026-11-24T04:30:00.000Z', actor, origin: 'rest', request_id: 'r', head: 'h' };
const titles = 'sequence,at,actor,role,actor id,origin,change,kind,id,request,head';

/** A log with so many entries, of which one page is refused at first: the server has given enough in that minute. */
function logOf(total: number, refusedAt = -1) {
  const asked: (number | null)[] = [];
  const readPage = (before: number | null) => {
    const last = (before ?? total + 1) - 1;
    const isRefused = last === refusedAt && !asked.includes(before);
    asked.push(before);
    if (isRefused)
      return Promise.reject(new Problem('rate_limited', 'More than 600 requests.', { members: { retry_after: 0 } }));
    const data = Array.from({ length: Math.min(500, last) }, (_, i): CsvEntry => ({
      ...entry,
      sequence: last - i,
      changes: [],
    }));
    return Promise.resolve({ data, meta: { next_before: last > 500 ? last - 499 : null } });
  };
  return { asked, readPage };
}

const always = () => true;

test('[WB27] the file has a line for each change, and no text in it is a formula', async () => {
  const strange = { ...actor, name: '=HYPERLINK("x"),' };
  const data = [{ ...entry, sequence: 7, actor: strange, changes: [change('a'), change('b')] }];
  const file = await csvOf(() => Promise.resolve({ data, meta: { next_before: null } }), always, always);
  expect((await file?.text())?.split('\r\n')).toEqual([
    titles,
    `7,2026-11-24T04:30:00.000Z,"'=HYPERLINK(""x""),",owner,u1,rest,patch,hazard,a,r,h`,
    `7,2026-11-24T04:30:00.000Z,"'=HYPERLINK(""x""),",owner,u1,rest,patch,hazard,b,r,h`,
    '',
  ]);
});

test('[WB483] the file goes to the first entry of a log of any length', async () => {
  const { asked, readPage } = logOf(101_001, 50_001);
  const file = await csvOf(readPage, always, always);
  const sequences = (await file?.text())
    ?.trim()
    .split('\r\n')
    .slice(1)
    .map((line) => Number(line.split(',')[0]));
  expect(sequences).toEqual(Array.from({ length: 101_001 }, (_, i) => 101_001 - i));
  expect(asked).toHaveLength(204);
});

test('[WB483] the file has what fits the filters, and none is made once it is stopped', async () => {
  const { asked, readPage } = logOf(1200);
  const file = await csvOf(readPage, ({ sequence }) => sequence % 600 === 0, always);
  expect((await file?.text())?.match(/^\d+/gm)).toEqual(['1200', '600']);
  const pages = asked.length;
  expect(await csvOf(readPage, always, () => false)).toBeNull();
  expect(asked).toHaveLength(pages + 1);
});
