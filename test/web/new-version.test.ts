/** What the tablet says of a new version, and where it points after a wrong answer. */
import { expect, test } from 'vitest';
import { contentOf } from '../../web/field/base/content.ts';
import { passageFor } from '../../web/field/check/passages.ts';
import { differencesOf } from '../../web/field/document/facts/differences.ts';
import { documentWords } from '../../web/field/words/en-document.ts';
import { changedWords } from '../../web/field/words/en-changed.ts';
import { editWords } from '../../web/field/words/en-edit.ts';
import { rowWords } from '../../web/field/words/en-rows.ts';
import { substanceWords } from '../../web/field/words/en-substance.ts';
import { english } from '../../web/field/words/en.ts';
import { enrolTablet } from './support/long-document.ts';
import { openField } from './support/open-field.ts';

const words = { ...english, ...documentWords, ...changedWords, ...editWords, ...rowWords, ...substanceWords };

function differences(before: object, now: object) {
  const [was, is] = [before, now].map((content) => contentOf({ content }));
  if (!was || !is) throw new Error('both are given');
  return differencesOf(was, is, words);
}

const primer = {
  id: 's1',
  substance_name: 'Primer',
  signal_word: 'warning',
  pictograms: ['GHS07'],
  wels: [{ substance: 'Toluene', twa_8h: { value: 50, unit: 'ppm' } }],
  ppe: [{ item: 'chemical_gloves' }],
  controls: [{ description: 'Open both doors' }],
  first_aid: { eyes: 'Rinse 5 minutes' },
  risk_before: 12,
  band_before: 'high',
} as const;

test('[WB591] a new version shows steps that changed places, in both orders', () => {
  const section = (...controls: readonly string[]) => ({
    hazards: [{ id: 'h1', name: 'Gas', controls: controls.map((description) => ({ description })) }],
  });
  const [found] = differences(section('Test for gas', 'Cut the pipe'), section('Cut the pipe', 'Test for gas'));
  expect(found).toMatchObject({
    title: 'Gas',
    before: expect.arrayContaining(['Test for gas', 'Cut the pipe']),
    now: expect.arrayContaining(['Cut the pipe', 'Test for gas']),
    isNew: false,
    isGone: false,
  });
  expect(differences(section('Test for gas'), section('Test for gas'))).toEqual([]);
});

test('[WB591] steps that changed places are shown also where others came or went', () => {
  const steps = (...items: readonly string[]) => ({ sections: [{ id: 's1', title: 'Steps', data: { items } }] });
  const swapped = differences(steps('Isolate', 'Cut'), steps('Cut', 'Isolate', 'Sweep'));
  expect(swapped).toMatchObject([
    { before: ['Steps', 'Isolate', 'Cut'], now: ['Steps', 'Cut', 'Isolate', 'Sweep'], isNew: false },
  ]);
  const once = differences(steps('Prove dead', 'Cut', 'Prove dead'), steps('Prove dead', 'Cut', 'Sweep'));
  expect(once).toMatchObject([{ before: ['Prove dead'], now: ['Sweep'] }]);
});

test('[WB591] a new version says of a substance what changed, in the words of its sheet', () => {
  const now = {
    ...primer,
    signal_word: 'danger',
    pictograms: ['GHS07', 'GHS02'],
    wels: [{ substance: 'Toluene', twa_8h: { value: 20, unit: 'ppm' } }],
    ppe: [{ item: 'chemical_gloves', specification: 'Nitrile' }],
    controls: [{ description: 'Use the fan' }],
    first_aid: { eyes: 'Rinse 15 minutes' },
    risk_before: 20,
    band_before: 'very_high',
    photos: [{ id: 'p1', caption: 'Data sheet' }],
  };
  expect(differences({ coshh_assessments: [primer] }, { coshh_assessments: [now] })).toMatchObject([
    {
      title: 'Primer',
      before: [
        'Warning',
        'What to do: Open both doors',
        'Wear: Chemical gloves',
        'First aid: In the eyes: Rinse 5 minutes',
        'Limits in the air: Toluene: 50 ppm over 8 hours',
        'Before controls: 12 High',
      ],
      now: [
        'Danger',
        'Flammable',
        'What to do: Use the fan',
        'Wear: Chemical gloves: Nitrile',
        'First aid: In the eyes: Rinse 15 minutes',
        'Limits in the air: Toluene: 20 ppm over 8 hours',
        'Before controls: 20 Very high',
        'Photo or sheet: Data sheet',
      ],
    },
  ]);
});

test('[WB591] a new version names substances that are new, gone or called otherwise', () => {
  const [added] = differences({}, { coshh_assessments: [primer] });
  expect(added).toMatchObject({ title: 'Primer', before: [] });
  expect(added?.now).toContain('Warning');
  expect(differences({ coshh_assessments: [primer] }, {})).toMatchObject([{ title: 'Primer', now: [] }]);
  const renamed = { ...primer, substance_name: 'Primer 2' };
  expect(differences({ coshh_assessments: [primer] }, { coshh_assessments: [renamed] })).toMatchObject([
    { title: 'Primer 2', before: ['Primer'], now: ['Primer 2'] },
  ]);
});

test('[WB591] a new version says who is at risk, the risk before controls, and other photos', () => {
  const edge = { id: 'h1', name: 'Edge', who_at_risk: 'Fixers', risk_before: 15, photos: [{ id: 'p1' }] };
  const now = { ...edge, who_at_risk: 'Everybody', risk_before: 20, photos: [{ id: 'p2' }] };
  expect(differences({ hazards: [edge] }, { hazards: [now] })).toMatchObject([
    {
      title: 'Edge',
      before: ['Who is at risk: Fixers', 'Before controls: 15', 'Photo or sheet: Edge'],
      now: ['Who is at risk: Everybody', 'Before controls: 20', 'Photo or sheet: Edge'],
    },
  ]);
  const section = { id: 'a', section_type: 'method', title: 'Method', body: 'Lift.' };
  expect(differences({ sections: [section] }, { sections: [{ ...section, title: 'Lifting' }] })).toMatchObject([
    { title: 'Lifting', before: ['Method'], now: ['Lifting'] },
  ]);
});

test('[WB696] a new version says another mask, a hold point that is gone, and all else', () => {
  const of = (title: string, data: object) => ({ id: title, section_type: 'custom', title, data });
  const ppe = (specification: string) => of('PPE', { items: [{ item: 'Mask', specification, when: 'Sawing' }] });
  const steps = (...items: object[]) => of('Steps', { items: items.map((item, i) => ({ no: i + 1, ...item })) });
  const table = (...columns: string[]) => of('Limits', { columns, rows: [['8 m/s', '11 m/s']] });
  const cut = { text: 'Cut the cable', hold_point: true, released_by: 'Electrician' };
  const before = [ppe('FFP2'), steps(cut), table('Go below', 'Stop above')];
  const now = [
    ppe('FFP3'),
    steps({ text: 'Prove it dead' }, { text: 'Cut the cable', hold_point: false }),
    table('Stop above', 'Go below'),
  ];
  const hazard = (description: string) => ({ id: 'h', name: 'Fall', description });
  expect(
    differences({ sections: before, hazards: [hazard('Edge.')] }, { sections: now, hazards: [hazard('Open edge.')] }),
  ).toMatchObject([
    { title: 'Fall', before: ['Edge.'], now: ['Open edge.'] },
    {
      title: 'PPE',
      before: ['Mask · Specification: FFP2 · When: Sawing'],
      now: ['Mask · Specification: FFP3 · When: Sawing'],
    },
    {
      title: 'Steps',
      before: ['Hold point: Cut the cable · Released by: Electrician'],
      now: ['Prove it dead', 'Cut the cable'],
    },
    { title: 'Limits', before: ['Go below · Stop above'], now: ['Stop above · Go below'] },
  ]);
});

test('[WB593] a wrong answer points at the substance that has the right one', () => {
  const question = { question: 'How long are eyes rinsed?', options: ['1 minute', '15 minutes'], answer_index: 1 };
  const content = { coshh_assessments: [{ ...primer, first_aid: { eyes: 'Rinse 15 minutes' } }] };
  const passage = passageFor(question, contentOf({ content }), words);
  expect(passage?.title).toBe('Primer');
  expect(passage?.lines).toContain('First aid: In the eyes: Rinse 15 minutes');
});

test('[WB592] the tablet names what changed in a substance, or says that it shows none', async () => {
  await using field = await openField([]);
  const of = { document: field.documentId };
  const { rest } = field;
  const page = await enrolTablet(field, 'Curtain walling');
  const [substance] = (await rest.listCoshhAssessments(of)).data;
  const see = async (version: number, body: object): Promise<void> => {
    await rest.updateCoshhAssessment({ ...of, id: substance?.id ?? '', body });
    await rest.submitReview({ ...of, body: {} });
    await rest.approve({ ...of, body: {} });
    await page.goto('/field/sending');
    await page.goto(`/field/changed/${field.documentId}`);
    await page.getByRole('heading', { name: `Curtain walling is now version ${version}` }).waitFor();
  };
  await see(2, { signal_word: 'warning' });
  await page.getByRole('heading', { name: '1 thing changed' }).waitFor();
  await page.getByRole('heading', { name: 'Sealant primer' }).waitFor();
  expect(await page.locator('.change del, .change ins').allInnerTexts()).toEqual(['Danger', 'Warning']);
  await rest.revise({ ...of, body: {} });
  await see(3, { persons_exposed: 9 });
  await page.getByText('What changed is not in what this tablet shows').waitFor();
  expect(await page.getByText('0 things changed').count()).toBe(0);
});
