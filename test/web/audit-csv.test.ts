/** The file of the audit log. */
import { expect, test } from 'vitest';
import { csvOf } from '../../web/office/settings/audit/audit-csv.ts';

test('[WB27] the file has a line for each change, and no text in it is a formula', () => {
  const actor = { id: 'u1', name: '=HYPERLINK("x"),', role: 'owner' };
  const change = (id: string) => ({ kind: 'hazard', id, change: 'patch' });
  const entry = { sequence: 7, at: '2026-11-24T04:30:00.000Z', actor, origin: 'rest', request_id: 'r', head: 'h' };
  expect(csvOf([{ ...entry, changes: [change('a'), change('b')] }]).split('\r\n')).toEqual([
    'sequence,at,actor,role,actor id,origin,change,kind,id,request,head',
    `7,2026-11-24T04:30:00.000Z,"'=HYPERLINK(""x""),",owner,u1,rest,patch,hazard,a,r,h`,
    `7,2026-11-24T04:30:00.000Z,"'=HYPERLINK(""x""),",owner,u1,rest,patch,hazard,b,r,h`,
    '',
  ]);
});
