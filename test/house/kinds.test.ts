/** A kind is described by its own definition: no code outside of it asks which kind it has before it. */
import { readFileSync } from 'node:fs';
import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { resources } from '../../shared/resources/index.ts';

const root = resolve(import.meta.dirname, '../..');
const kinds = Object.keys(resources).join('|');
/** `kind === 'photo'`, `'photo' !== row.kind` and `case 'photo':`. A look-up names a kind too, but as an argument. */
const branch = new RegExp(
  `\\bkind\\b\\)? *[!=]==? *['"](?:${kinds})['"]|['"](?:${kinds})['"] *[!=]==? *[\\w.?]*\\bkind\\b|case ['"](?:${kinds})['"]:`,
);

test('[HS40] nothing outside the definition of a kind branches on the kind', () => {
  const files = globSync('{server,client-sdk,shared}/**/*.ts', {
    cwd: root,
    exclude: (name) => /node_modules|\bdist\b|shared\/resources/.test(name),
  });
  const branches = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, i) => (branch.test(line) ? [`${file}:${i + 1} ${line.trim()}`] : [])),
  );
  expect(branches).toEqual([]);
});

test('[HS40] the search finds a branch on a kind', () => {
  const found = ["if (row.kind === 'photo')", "case 'signoff':", "'user' !== record?.kind", "row?.kind !== 'site'"];
  expect(found.filter((line) => !branch.test(line))).toEqual([]);
});
