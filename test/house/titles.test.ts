/** The title of a test says subject, verb and result in one line of a report. */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const most = 80;
/** A text that opens with the number of a rule. */
const titled = /(['"`])\[[A-Z]+\d+\] ((?:\\.|(?!\1)[^\\])*)\1/g;

test(`[HS60] after the rule’s number a test title has at most ${most} characters`, () => {
  const files = globSync('test/**/*.ts', { cwd: root });
  const long = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(titled)]
      .map(([, , title = '']) => title.replaceAll('\\', ''))
      .filter((title) => title.length > most)
      .map((title) => `${file}: ${title}`),
  );
  expect(long).toEqual([]);
});
