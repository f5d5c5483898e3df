/** What a permit prints of the checks after its fire watch (contract, Permit to work). */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../shared/base/json.ts';
import { renderExport } from '../../server/export/render.ts';
import { inputOf } from './inputs.ts';
import { readPdf, squeezed } from './reading.ts';

async function printed(changes: JsonObject): Promise<string> {
  const input = inputOf('permit');
  const permit = { ...(input.content['permit'] as JsonObject), ...changes }; // of the sample
  const content = { sections: [], hazards: [], coshh_assessments: [], personnel: [], permit };
  const checks = { minutes: 60, every: 20 };
  const { spoken } = await readPdf((await renderExport({ ...input, content, closing_checks: checks })).bytes);
  return squeezed(spoken.join(' '));
}

test('[PW23] a permit prints the checks after its fire watch, and a line for each still due', async () => {
  const closing_checks = [
    { checked_by: { name: 'Nathan Okoro' }, checked_at: '2026-11-12T15:00:00Z', findings: 'No smell, no heat' },
  ];
  const open = await printed({ state: 'open', closing_checks });
  for (const said of [
    'checked for 60 minutes after the fire watch, at most 20 minutes apart',
    'Check 1 after the fire watch Nathan Okoro, 12 Nov 2026, 15:00 GMT No smell, no heat',
    'Check 2 after the fire watch Name, signature, time',
    'Check 3 after the fire watch Name, signature, time',
  ])
    expect(open).toContain(squeezed(said));
  expect(open).not.toContain(squeezed('Check 4'));
  const closed = await printed({ state: 'closed', closing_checks });
  expect(closed).toContain(squeezed('Nathan Okoro'));
  expect(closed).not.toContain(squeezed('Check 2'));
});

test('[PW38] a permit prints its people with their employers', async () => {
  const jan = (employer_name: string) => ({ id: null, name: 'Jan Novák', employer_name });
  const both = await printed({ state: 'open', authorised_by: jan('Acme'), accepted_by: jan('Bolt') });
  expect(both).toContain(squeezed('Jan Novák (Acme)'));
  expect(both).toContain(squeezed('Jan Novák (Bolt)'));
});

test('[EX122] the display copy has the front alone, and no mobile number but emergency ones', async () => {
  const input = inputOf('permit');
  const [scope = {}, ...others] = input.content['sections'] as readonly JsonObject[]; // of the sample
  const body = 'Welding. Fire watch: Nathan on 07700 900 555 or +44 7700-900555';
  const content = { ...input.content, sections: [{ ...scope, section_type: 'scope_of_works', body }, ...others] };
  const { bytes } = await renderExport({ ...input, content, form: 'display' });
  const { spoken, attachments } = await readPdf(bytes);
  const words = squeezed(spoken.join(' '));
  for (const said of ['copy for display', 'Permit details', 'In an emergency', 'Accepted by', 'Site contact'])
    expect(words).toContain(squeezed(said));
  for (const said of ['Hand-back and cancellation', 'Document control', 'Signature', '900555'])
    expect(words).not.toContain(squeezed(said));
  expect(words).toContain(squeezed('Nathan on (number not displayed) or (number not displayed)'));
  expect(words).toMatch(/07700900\d{3}/);
  expect([...attachments.keys()].filter((name) => name.includes('sign-offs'))).toEqual([]);
});
