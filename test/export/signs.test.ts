/** Safety signs of ISO 7010, drawn as vectors beside the equipment that they ask for (rule EX123). */
import { expect, test } from 'vitest';
import enums from '../../shared/reference/enums.json' with { type: 'json' };
import isoSigns from '../../shared/reference/iso-signs.json' with { type: 'json' };
import { signOf, signsOfPpe } from '../../server/export/model/signs/ppe-signs.ts';
import { layersOf } from '../../server/export/model/signs/sign-drawings.ts';
import { renderExport } from '../../server/export/render.ts';
import { inputOf } from './inputs.ts';
import { readDocx, readPdf, squeezed } from './reading.ts';

test('[EX123] each item and symbol of the reference lists has its sign, shaped by its kind', () => {
  expect(Object.keys(signsOfPpe).toSorted()).toEqual(enums.ppe_item.toSorted());
  for (const symbol of enums.sign_symbol) expect(signOf(symbol)?.name, symbol).toMatch(/^[A-Z]/);
  const colourOf = { M: '#00539B', P: '#FFFFFF', W: '#F9C80E', E: '#00843D', F: '#C8102E' } as const;
  for (const code of Object.keys(isoSigns)) {
    const [shape, ...drawn] = layersOf(code);
    expect(shape?.fill, code).toBe(colourOf[code.charAt(0) as keyof typeof colourOf]);
    expect(drawn.length, code).toBeGreaterThan(0);
  }
  expect(layersOf('P003').at(-1)?.line).toBe('#C8102E');
  expect([signOf('knee_pads'), signOf('constructor'), signOf('A dry suit'), layersOf('M999')]).toEqual([
    null,
    null,
    null,
    [],
  ]);
});

test('[EX123] a permit’s and a substance’s equipment has its signs, with alternative texts', async () => {
  const permit = await readPdf((await renderExport(inputOf('permit'))).bytes);
  for (const sign of ['M019 Wear a welding mask', 'M014 Wear head protection', 'M017 Wear respiratory protection'])
    expect(permit.alternatives).toContain(`Safety signs: ${sign}`);
  const worn =
    'M009 Wear protective gloves, M004 Wear eye protection, M010 Wear protective clothing, M017 Wear respiratory protection';
  const sheet = await readPdf((await renderExport(inputOf('coshh'))).bytes);
  expect(sheet.alternatives).toContain(`Safety signs: ${worn}`);
  expect(squeezed(sheet.spoken.join(' '))).toContain(
    squeezed('Protective gloves, eye protection, protective clothing, respiratory protection'),
  );
  const docx = readDocx((await renderExport(inputOf('coshh', { format: 'docx' }))).bytes);
  expect(docx.parts.get('word/document.xml')).toContain(`descr="Safety signs: ${worn}"`);
});

test('[CF16] an exposure limit says when it was compared with its source', async () => {
  const wel = { substance: 'Toluene', twa_8h: { value: 191, unit: 'mg/m3' }, source: 'EH40/2005, Table 1' };
  const coshh_assessments = [{ substance_name: 'Thinner', wels: [{ ...wel, checked_on: '2026-11-23' }] }];
  const { spoken } = await readPdf((await renderExport(inputOf('coshh', { content: { coshh_assessments } }))).bytes);
  expect(squeezed(spoken.join(' '))).toContain(squeezed('EH40/2005, Table 1; checked 23 Nov 2026'));
});

test('[EX123] a sign that a list names by its code is drawn and named as the standard names it', async () => {
  const sections = [
    {
      title: 'At the gate',
      data: {
        items: [
          { item: 'P003_no_flame', when: 'Always' },
          { item: 'F001_extinguisher', when: 'Always' },
        ],
      },
    },
  ];
  const { spoken, alternatives } = await readPdf(
    (await renderExport(inputOf('method', { content: { sections } }))).bytes,
  );
  expect(alternatives).toEqual(['Safety signs: P003 No open flame', 'Safety signs: F001 Fire extinguisher']);
  expect(squeezed(spoken.join(' '))).toContain(squeezed('No open flame Always'));
});
