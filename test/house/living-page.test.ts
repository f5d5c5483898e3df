/** The page of the design system shows every part that there is: the list is that of the files. */
import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;

/** Around every screen, where a button of the page shows a message; and in the field of rows. */
const drawnByOthers = ['Toasts', 'RowTools', 'WrittenRow'];

async function textsOf(pattern: string): Promise<readonly string[]> {
  const files = await Array.fromAsync(glob(pattern, { cwd: root }));
  return await Promise.all(files.toSorted().map((file) => readFile(`${root}${file}`, 'utf8')));
}

test('[WB406] the page of the design system shows every part of it', async () => {
  const names = (texts: readonly string[], pattern: RegExp): readonly string[] =>
    texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name));
  const parts = names(await textsOf('web/ui/**/*.tsx'), /^export function ([A-Z]\w+)/gm);
  const shown = names(await textsOf('web/office/living/*.tsx'), /<([A-Z]\w+)/g);
  expect(parts.length).toBeGreaterThan(20);
  expect(parts.filter((name) => !shown.includes(name))).toEqual(drawnByOthers);
});
