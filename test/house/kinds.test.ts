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

/** The same through a definition that the file imports, such as `kind === photo.kind`. */
function branchesThrough(source: string): RegExp {
  const imports = source.matchAll(/import (?:type )?\{([^}]*)\} from '[^']*\/resources\/[^']*'/g);
  const names = [...imports].flatMap(([, list = '']) =>
    list.split(',').map((name) => name.trim().replace(/^.* as /, '')),
  );
  const definition = `(?:${['resources\\.\\w+', ...names.filter(Boolean)].join('|')})\\.kind\\b`;
  return new RegExp(`[!=]==? *${definition}|\\b${definition} *[!=]==?|case ${definition}:`);
}

function branchesIn(source: string): { readonly line: number; readonly text: string }[] {
  const through = branchesThrough(source);
  return source
    .split('\n')
    .flatMap((text, i) => (branch.test(text) || through.test(text) ? [{ line: i + 1, text: text.trim() }] : []));
}

test('[HS40] nothing outside the definition of a kind branches on the kind', () => {
  const files = globSync('{server,client-sdk,shared}/**/*.ts', {
    cwd: root,
    exclude: (name) => /node_modules|\bdist\b|shared\/resources/.test(name),
  });
  const branches = files.flatMap((file) =>
    branchesIn(readFileSync(join(root, file), 'utf8')).map(({ line, text }) => `${file}:${line} ${text}`),
  );
  expect(branches).toEqual([]);
});

test('[HS40] the search finds a branch on a kind', () => {
  const found = ["if (row.kind === 'photo')", "case 'signoff':", "'user' !== record?.kind", "row?.kind !== 'site'"];
  expect(found.filter((line) => !branch.test(line))).toEqual([]);
  const imported = "import { photo as photoKind } from '../resources/photo.ts';";
  for (const line of ['if (row.kind === photoKind.kind)', 'resources.site.kind !== kind', 'case photoKind.kind:'])
    expect(branchesIn(`${imported}\n${line}`)).toEqual([{ line: 2, text: line }]);
  expect(branchesIn(`${imported}\nif (before.kind === after.kind)`)).toEqual([]);
});
