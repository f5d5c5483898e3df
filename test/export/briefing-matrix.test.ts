/** The briefing matrix: who is briefed on which document in force (rules EX64, EX65 and EX193). */
import { describe, expect, test } from 'vitest';
import { buildReport } from '../../server/export/model/reports/build.ts';
import { rowsOf, tablesOf, wordsOf } from './model-words.ts';
import { briefingMatrixInput } from './report-inputs.ts';

describe('briefing matrix', () => {
  test('[EX64] words say who is briefed, on an old version, declined or not expected', () => {
    const person = (name: string, state: 'current' | 'old' | 'missing' | 'declined') => ({
      worker_id: null,
      name,
      employer_name: null,
      trade: null,
      state,
      signed_at: state === 'missing' ? null : '2026-07-12T23:30:00Z',
      signed_version: state === 'old' ? 1 : state === 'missing' ? null : 2,
    });
    const document = { title: 'Roof', approved_at: null, version: 2 };
    const model = buildReport(
      briefingMatrixInput({
        documents: [
          { ...document, reference: 'A-2', people: [person('Ada', 'current'), person('Ben', 'old')] },
          { ...document, reference: 'A-10', people: [person('Ada', 'missing'), person('Cem', 'declined')] },
        ],
      }),
    );
    expect(rowsOf(tablesOf(model)[1])).toEqual([
      ['Ada', 'Briefed\n13 Jul 2026', 'Not briefed', '1 of 2'],
      ['Ben', 'Version 1 only\n13 Jul 2026', '–', '0 of 1'],
      ['Cem', '–', 'Declined\n13 Jul 2026', '0 of 1'],
      ['Briefed', '1 of 2', '0 of 2', ''],
    ]);
    expect(tablesOf(model)[1]?.columns.map(({ title }) => title)).toEqual([
      'Person',
      'A-2 v2',
      'A-10 v2',
      'All documents',
    ]);
  });

  test('[EX64] more documents than columns make several tables, and every document is in one', () => {
    const input = briefingMatrixInput({}, 20);
    const [list, ...matrices] = tablesOf(buildReport(input));
    expect(list?.rows).toHaveLength(20);
    expect(matrices.length).toBeGreaterThan(2);
    expect(matrices.reduce((sum, { columns }) => sum + columns.length - 2, 0)).toBe(20);
  });

  test('[EX64] a place without documents in force says so', () => {
    expect(wordsOf(buildReport(briefingMatrixInput({ documents: [] })))).toContain('No document is in force here');
  });

  test('[EX193] namesakes of different employers have a row each, and ids have no letter case', () => {
    const person = (
      name: string,
      employer_name: string | null,
      state: 'current' | 'missing',
      worker_id: string | null = null,
    ) => ({
      worker_id,
      name,
      employer_name,
      trade: null,
      state,
      signed_at: null,
      signed_version: null,
    });
    const documents = [
      [person('Tim Roe', 'Acme', 'current'), person('Max Po', 'Acme', 'missing'), person('Max Po', 'Bolt', 'missing')],
      [person('Tim Roe', 'Bolt', 'missing', 'w1'), person('Max Po', 'bolt', 'current')],
      [person('T. Roe', null, 'current', 'W1'), person('Max Po', null, 'missing')],
    ].map((people, i) => ({ title: 'Roof', approved_at: null, version: 1, reference: `A-${i}`, people }));
    expect(rowsOf(tablesOf(buildReport(briefingMatrixInput({ documents })))[1]).slice(0, -1)).toEqual([
      // Whose of the two is not said.
      ['Max Po', '–', '–', 'Not briefed', '0 of 1'],
      ['Max Po\nAcme', 'Not briefed', '–', '–', '0 of 1'],
      ['Max Po\nBolt', 'Not briefed', 'Briefed', '–', '1 of 2'],
      ['Tim Roe\nAcme', 'Briefed', '–', '–', '1 of 1'],
      ['Tim Roe\nBolt', '–', 'Not briefed', 'Briefed', '1 of 2'],
    ]);
  });

  test('[EX194] whose row it is does not depend on the names of documents', () => {
    const jo = (worker_id: string | null, employer_name: string | null, state: 'current' | 'missing') => ({
      worker_id,
      name: 'Jo',
      employer_name,
      trade: null,
      state,
      signed_at: null,
      signed_version: null,
    });
    const rowsOfAll = (...people: readonly (readonly ReturnType<typeof jo>[])[]) => {
      const named = (order: readonly number[]) =>
        people.map((own, i) => ({
          title: 'Roof',
          approved_at: null,
          version: 1,
          reference: `A-${order[i]}`,
          people: own,
        }));
      const found = [
        [1, 2, 3],
        [3, 2, 1],
        [2, 3, 1],
      ].map((order) =>
        rowsOf(tablesOf(buildReport(briefingMatrixInput({ documents: named(order) })))[1])
          .slice(0, -1)
          .map(([name = '', ...cells]) => `${name.replace('\n', ' ')}: ${cells.at(-1)}`),
      );
      expect(found).toEqual([found[0], found[0], found[0]]);
      return found[0];
    };
    // Which of the two is the worker is not said.
    const two = [[jo(null, 'A', 'current')], [jo(null, 'B', 'missing')]];
    expect(rowsOfAll([jo('i', null, 'current')], ...two)).toEqual(['Jo: 1 of 1', 'Jo A: 1 of 1', 'Jo B: 0 of 1']);
    expect(rowsOfAll([jo('i', 'A', 'current')], ...two)).toEqual(['Jo A: 2 of 2', 'Jo B: 0 of 1']);
    // Named beside the worker in one document, so somebody else in the other.
    const beside = [jo('i', 'A', 'current'), jo(null, null, 'missing')];
    expect(rowsOfAll(beside, [jo(null, null, 'current')])).toEqual(['Jo: 1 of 2', 'Jo A: 1 of 1']);
    expect(rowsOfAll([jo('i', null, 'current')], [jo(null, 'A', 'missing')], [jo(null, null, 'missing')])).toEqual([
      'Jo A: 1 of 3',
    ]);
  });

  test('[EX65] a person is one row for all documents: by id, or by a name that means one person', () => {
    const person = (worker_id: string | null, name: string) => ({
      worker_id,
      name,
      employer_name: null,
      trade: null,
      state: 'missing' as const,
      signed_at: null,
      signed_version: null,
    });
    const document = { title: 'Roof', approved_at: null, version: 1 };
    const rowsWith = (...people: readonly (readonly ReturnType<typeof person>[])[]) =>
      rowsOf(
        tablesOf(
          buildReport(
            briefingMatrixInput({
              documents: people.map((each, i) => ({ ...document, reference: `A-${i}`, people: each })),
            }),
          ),
        )[1],
      ).map((cells) => cells.slice(1, -1).map((cell) => cell !== '–'));
    expect(rowsWith([person('1', 'Ada')], [person(null, 'ada ')]).slice(0, -1)).toEqual([[true, true]]);
    expect(rowsWith([person('1', 'Ada'), person('2', 'Ada')], [person(null, 'Ada')]).slice(0, -1)).toEqual([
      [true, false],
      [true, false],
      [false, true],
    ]);
  });
});
