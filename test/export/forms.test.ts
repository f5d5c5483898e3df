/** What each kind of document prints, and what it leaves out (rules EX27 to EX30). */
import { describe, expect, test } from 'vitest';
import { attachedFiles } from '../../server/export/attached-file.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import type { ExportInput } from '../../server/export/input.ts';
import type { DocumentModel } from '../../server/export/model/blocks.ts';
import { buildModel } from '../../server/export/model/build.ts';
import { objectOf, objectsOf, textOf } from '../../server/export/model/read.ts';
import { renderExport } from '../../server/export/render.ts';
import { emptyInput, inputOf, sampleRecords } from './inputs.ts';
import { wordsOf } from './model-words.ts';
import { readPdf, squeezed } from './reading.ts';

function modelOf(input: ExportInput): DocumentModel {
  return buildModel(input, attachedFiles(input));
}

/** The rows of the table under a heading that begins with these words. */
function rowsUnder({ blocks }: DocumentModel, title: string): readonly string[] {
  const at = blocks.findIndex((block) => block.kind === 'heading' && block.text.startsWith(title));
  const found = blocks.slice(at).find((block) => block.kind === 'table');
  return at >= 0 && found?.kind === 'table' ? found.rows.map((row) => wordsOf(row.cells)) : [];
}

const allSignoffs = sampleRecords('signoffs.json');

describe('forms', () => {
  test('[EX27] a document without hazards has no risk summary, register or matrix', () => {
    for (const name of ['talk', 'method'] as const) {
      const words = wordsOf(modelOf(inputOf(name, { content: { ...inputOf(name).content, hazards: [] } })));
      for (const part of ['Risk summary', 'Hazard register', 'How risk is rated', 'Not rated'])
        expect(words).not.toContain(part);
    }
  });

  test('[EX27] contents are printed from eight pages on', async () => {
    const short = await readPdf((await renderExport(inputOf('method'))).bytes);
    expect(short.spoken.length).toBeLessThan(8);
    expect(short.roles).not.toContain('TOC');
    expect(squeezed(short.spoken.join(' '))).not.toContain('contentsscope');
  });

  test('[EX28] the register is in the order of time, and a duplicate names its original’s row', () => {
    const input = inputOf('rams');
    const rows = rowsUnder(
      modelOf({ ...input, signoffs: input.signoffs.toReversed() }),
      'Briefing and sign-off register',
    );
    expect(rows.map((row) => row.split('\n')[0])).toEqual(rows.map((_, i) => String(i + 1)));
    const duplicate = input.signoffs.find(({ status }) => status === 'duplicate');
    const original = input.signoffs.find(({ id }) => id === duplicate?.['duplicate_of']);
    const number = Number(/Of row (\d+)/.exec(rows.find((row) => row.includes('DUPLICATE')) ?? '')?.[1]);
    expect(rows[number - 1]).toContain(textOf(objectOf(original?.['worker'])['name']));
  });

  test('[EX28] who signed an older version is to be briefed again, apart from who never signed', () => {
    const input = inputOf('rams');
    const onlyOlder = input.signoffs.filter(({ document_version: version }) => version === 1);
    const model = modelOf({ ...input, signoffs: onlyOlder });
    const again = rowsUnder(model, 'To be briefed again').join();
    const never = rowsUnder(model, 'Not yet signed').join();
    expect(again).toMatch(/Jordan Blake[^]*Row 1, version 1/);
    expect(never).toContain('Carys Lunn');
    expect(never).not.toContain('Jordan Blake');
    // Version 2 was a minor change.
    const counted = onlyOlder.map((each) => ({ ...each, currency: 'current' }));
    expect(rowsUnder(modelOf({ ...input, signoffs: counted }), 'To be briefed again')).toEqual([]);
  });

  test('[EX195] an archived print tells who had signed, and asks nobody to be briefed', () => {
    const archived = (name: 'rams' | 'talk', signoffs: readonly JsonObject[]) => {
      const input = inputOf(name, { watermark: 'archived' });
      return modelOf({ ...input, signoffs, document: { ...input.document, status: 'archived' } });
    };
    const onlyOlder = inputOf('rams').signoffs.filter(({ document_version: version }) => version === 1);
    const counted = onlyOlder.map((each) => ({ ...each, currency: 'document_archived' }));
    expect(rowsUnder(archived('rams', counted), 'Signed an older version')).toEqual([]);
    const model = archived('rams', onlyOlder);
    expect(rowsUnder(model, 'Signed an older version').join()).toContain('Jordan Blake');
    expect(rowsUnder(model, 'Not signed for version').join()).toContain('Carys Lunn');
    for (const name of ['rams', 'talk'] as const)
      expect(wordsOf(archived(name, onlyOlder))).not.toMatch(/To be briefed again|Not yet signed/);
  });

  test('[EX28] crew whom only a sign-off names are listed until they have signed', () => {
    const input = inputOf('rams');
    const [one = {}] = input.signoffs.filter(({ document_version: version }) => version === 1);
    const stranger = {
      ...one,
      id: 'other',
      worker: { id: 'someone', name: 'Ada Crew', employer_name: 'Elsewhere Ltd' },
    };
    const rows = rowsUnder(modelOf({ ...input, signoffs: [...input.signoffs, stranger] }), 'To be briefed again');
    expect(rows.join()).toMatch(/Ada Crew[^]*Elsewhere Ltd/);
  });

  test('[EX28] who was added to the crew is listed once, and nobody who is not here any more', () => {
    const input = inputOf('rams');
    const carys = objectsOf(input.content['personnel']).find(({ name }) => name === 'Carys Lunn');
    const member = (name: string, more = {}) => ({ id: name, name, namesake: 0, expected: true, ...more });
    const notSigned = (employer_name: unknown) => {
      const gone = member('Carys Lunn', { employer_name, expected: false });
      const crew = [member('Kyle Bennett'), member('kyle bennett'), gone];
      return rowsUnder(modelOf({ ...input, crew }), 'Not yet signed');
    };
    const rows = notSigned(carys?.['employer_name']);
    expect(rows.filter((row) => /Kyle Bennett/i.test(row))).toHaveLength(1);
    expect(rows.join()).not.toContain('Carys Lunn');
    expect(notSigned('Another employer').join()).toContain('Carys Lunn');
  });

  describe('[EX192] who is to sign is who the coverage counts', () => {
    const named = (employer_name: string | null, more: JsonObject = {}): JsonObject => ({
      name: 'John Smith',
      employer_name,
      role: 'operative',
      ...more,
    });
    const signs = (employer_name: string | null, more: JsonObject = {}, id: string | null = null): JsonObject => ({
      id: `signoff ${String(employer_name)}`,
      worker: { id, name: 'John Smith', employer_name },
      document_version: 2,
      status: 'recorded',
      capture: { captured_at_device: '2026-11-09T07:00:00Z' },
      ...more,
    });
    const member = (employer_name: string | null, more = {}) => ({
      id: String(employer_name),
      name: 'John Smith',
      employer_name,
      namesake: 0,
      expected: true,
      ...more,
    });
    const [acme, bolt] = [named('Acme'), named('Bolt')];
    const [acmeId, boltId] = [named('Acme', { person_id: 'w1' }), named('Bolt', { person_id: 'w2' })];
    /** The employers of those with a line under “Not yet signed”. */
    const asked = (personnel: JsonObject[], signoffs: JsonObject[], crew: ReturnType<typeof member>[] = []): string[] =>
      rowsUnder(
        modelOf(
          emptyInput({
            version: 2,
            content: { ...emptyInput().content, personnel },
            signoffs,
            crew,
            watermark: 'none',
          }),
        ),
        'Not yet signed',
      ).map((row) => row.split('\n')[1] ?? '');

    test.each([
      ['two with ids', [acmeId, boltId], [signs('Acme', {}, 'w1')], [], ['Bolt']],
      ['two without', [acme, bolt], [signs('Bolt')], [], ['Acme']],
      [
        'two who were added with ids',
        [],
        [signs('Bolt', {}, 'w2')],
        [member('Acme', { worker_id: 'w1' }), member('Bolt', { worker_id: 'w2' })],
        ['Acme'],
      ],
      ['one named and one added', [acme], [signs('Bolt')], [member('Bolt', { namesake: 1 })], ['Acme']],
      ['one whom nobody named', [acmeId], [signs('Bolt', {}, 'w2')], [], ['Acme']],
      [
        'one who is not here any more',
        [acmeId, boltId],
        [],
        [member('Acme', { worker_id: 'w1', expected: false })],
        ['Bolt'],
      ],
      [
        'ids in another letter case',
        [named('Acme', { person_id: 'ABC' })],
        [signs('Other', { worker: { id: 'abc', name: 'J. Smith' } })],
        [],
        [],
      ],
      [
        'one who refused after signing',
        [acme],
        [
          signs('Acme'),
          signs('Acme', {
            id: 'later',
            status: 'declined',
            capture: { captured_at_device: '2026-11-09T10:30:00+02:00' },
          }),
        ],
        [],
        ['Acme'],
      ],
      ['one whose only sign-off is void', [], [signs('Acme', { status: 'voided' })], [], []],
      ['one with an account, who was added', [named('Acme', { person_type: 'user' })], [], [member('Acme')], ['Acme']],
      ['one with an account', [named('Acme', { person_type: 'user' })], [], [], []],
      ['two of one name and employer', [acme, acme], [signs('Acme')], [], ['Acme']],
    ])('%s', (_what, personnel, signoffs, crew, employers) => {
      expect(asked(personnel, signoffs, crew)).toEqual(employers);
    });
  });

  test.for(['superseded', 'archived', 'draft'] as const)(
    '[EX29] a print that is %s has no line to sign on',
    (watermark) => {
      const version = watermark === 'draft' ? null : 1;
      for (const name of ['rams', 'permit', 'talk'] as const)
        expect(JSON.stringify(modelOf(inputOf(name, { watermark, version, signoffs: allSignoffs })))).not.toContain(
          'signature_line',
        );
      expect(JSON.stringify(modelOf(inputOf('rams')))).toContain('signature_line');
    },
  );

  test('[EX30] the right answers of the understanding check are left out of the crew’s copy', () => {
    const words = wordsOf(modelOf(inputOf('talk')));
    expect(words).toContain('H class vacuum or wet');
    expect(words).not.toMatch(/✓|right answer/);
    const briefers = wordsOf(modelOf(inputOf('talk', { include: { quiz_answers: true } })));
    expect(briefers).toMatch(/✓ B\) H class vacuum or wet/);
  });
});
