/** Compliance month by month, as home shows it. */
import { expect, test } from 'vitest';
import { scoresByMonth } from '../../web/office/home/months.ts';

/** In the time zone of the reader. */
const at = (month: number, day: number): string => new Date(2026, month - 1, day, 12).toISOString();

test('[WB458] a month counts what was in force at its end, and months before the first none', () => {
  const documents = [
    {
      versions: [
        { approved_at: at(9, 18), superseded_at: at(11, 5), score: 60 },
        { approved_at: at(11, 5), superseded_at: null, score: 90 },
      ],
    },
    { versions: [{ approved_at: at(10, 31), superseded_at: at(11, 20), score: 41 }] },
    { versions: [] },
  ];
  const months = scoresByMonth(documents, Date.parse(at(11, 27)), 6);
  expect(months.map(({ score, documents: count }) => [score, count])).toEqual([
    [60, 1],
    [51, 2],
    [90, 1],
  ]);
  expect(months.map(({ end }) => new Date(end - 1).getMonth() + 1)).toEqual([9, 10, 11]);
});
