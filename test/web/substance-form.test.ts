/** The form of a COSHH assessment, and what is written in it, without a browser. */
import { expect, test } from 'vitest';
import { coshhFields } from '../../shared/resources/coshh-shape.ts';
import { askedGroups } from '../../web/office/documents/edit/substance/groups.ts';
import { limitRows, limitsOf } from '../../web/office/documents/edit/substance/limits.ts';

test('[WB23] the form asks for every field of a COSHH assessment', () => {
  const asked = askedGroups.flatMap(({ fields }) => fields.map(({ name, in: holder }) => holder ?? name));
  const ratings = ['severity_before', 'likelihood_before', 'severity_after', 'likelihood_after'];
  // Photos and sheets come after the groups.
  const shown = new Set([...asked.flatMap((name) => (name === 'ratings' ? ratings : name)), 'photos']);
  const kept = Object.keys(coshhFields()).filter((name) => name !== 'document_id' && name !== 'sort_key');
  expect([...shown].toSorted()).toEqual(kept.toSorted());
});

test('[WB23] a limit is a number and its unit, and survives being shown and written back', () => {
  const limits = [
    {
      substance: 'Toluene',
      cas: '108-88-3',
      twa_8h: { value: 191, unit: 'mg/m3' },
      stel_15min: null,
      notations: ['Sk'],
      source: 'EH40/2005',
    },
  ];
  expect(limitsOf(limitRows(limits))).toEqual(limits);
  expect(limitsOf([{ substance: 'Own dust', twa_8h: '0,5 mg/m3', stel_15min: 'as low as can be' }])).toMatchObject([
    { twa_8h: { value: 0.5, unit: 'mg/m3' }, stel_15min: { value: null, unit: 'as low as can be' } },
  ]);
});
