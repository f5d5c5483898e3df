/** What form F2508 of the HSE asks of the injured person and the place, on the incident sheet. */
import { expect, test } from 'vitest';
import { renderExport } from '../../server/export/render.ts';
import { incidentSheetInput } from './report-inputs.ts';
import { readPdf, squeezed } from './reading.ts';

test('[IN20] the incident sheet prints what form F2508 asks of the person and the place', async () => {
  const input = incidentSheetInput();
  const asked = { address: '4 Fenwick Row, Leeds', phone: '0113 496 0101', sex: 'male', job_title: 'Glazier' };
  const happened = { became_unconscious: false, needed_resuscitation: false, in_hospital_over_24_hours: true };
  const incident = { ...input.incident, local_authority: 'Leeds', injured_persons: [{ ...asked, ...happened }] };
  const { spoken } = await readPdf((await renderExport({ ...input, incident })).bytes);
  const words = squeezed(spoken.join(' '));
  for (const said of [
    'Local authority Leeds',
    'Home address and telephone 4 Fenwick Row, Leeds, 0113 496 0101',
    'Sex Male Job title Glazier',
    'Became unconscious No Needed resuscitation No In hospital for more than 24 hours Yes',
  ])
    expect(words).toContain(squeezed(said));
});
