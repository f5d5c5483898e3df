/** Which findings a report keeps when there are more than it can list. */
import { expect, test } from 'vitest';
import { Findings } from '../../server/integrity/findings.ts';

const finding = { organisation_id: null, what: 'record', id: null, advice: '' };

test('[VF11] faults are listed first and are never crowded out by warnings', () => {
  const findings = new Findings();
  for (let i = 0; i < 1_001; i++) findings.add({ ...finding, severity: 'warning', problem: `gap ${i}` });
  findings.add({ ...finding, severity: 'fault', problem: 'a back door' });
  expect([findings.faults, findings.warnings, findings.list.length]).toEqual([1, 1_001, 1_001]);
  expect(findings.list[0]?.problem).toBe('a back door');
});
