/** Reading a list as a whole, page by page. */
import { expect, test } from 'vitest';
import { everyRow } from '../../web/office/base/every-row.ts';

/** A server with so many rows, of which one moves on by a place before each later page is read. */
function listOf(total: number, moves = 0) {
  const asked: number[] = [];
  const read = ({ page, per_page: size }: { page: number; per_page: number }) => {
    asked.push(page);
    const from = Math.max(0, (page - 1) * size - (page > 1 ? moves : 0));
    const data = Array.from({ length: Math.max(0, Math.min(size, total - from)) }, (_, i) => ({ id: `${from + i}` }));
    return Promise.resolve({ data, meta: { last_page: Math.max(1, Math.ceil(total / size)), total } });
  };
  return { asked, read };
}

test.each([
  [0, 1],
  [100, 1],
  [101, 2],
  [5000, 50],
  [5001, 50],
])('[WB83] a list of %i rows takes %i pages', async (total, pages) => {
  const { asked, read } = listOf(total);
  expect((await everyRow(read)).data).toHaveLength(Math.min(total, 5000));
  expect(asked).toHaveLength(pages);
});

test('[WB83] a row that moves to the next page while it is read is shown once', async () => {
  const { data } = await everyRow(listOf(150, 1).read);
  expect(new Set(data.map(({ id }) => id)).size).toBe(data.length);
});
