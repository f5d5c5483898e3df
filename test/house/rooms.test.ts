/** The rooms of the house: which may import which, as data, and how large a file, a folder and a function may be. */
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

/**
 * Lower rooms first: a room imports only from those before it in its folder, types included. Loose files that are not named are on top.
 * A new room has to be given its place here.
 */
const rooms: Readonly<Record<string, readonly string[]>> = {
  '': ['shared', 'server', 'client-sdk', 'web', 'test'],
  shared: [
    'base',
    'reference',
    'crypto',
    'model',
    'merge',
    'upgrade',
    'compliance',
    'resources',
    'resolve-conflict.ts',
    'sync',
    'search',
    'rest',
  ],
  server: [
    'base',
    'blobs',
    'store',
    'auth',
    'commit',
    'integrity',
    'photos',
    'export',
    'followers',
    'http',
    'docs',
    'web',
    'rest',
    'sign-in',
    'sync',
    'run',
    'cli',
  ],
  'server/rest': [
    'request',
    'contractors',
    'documents',
    'office',
    'sites',
    'mirrors',
    'webhooks',
    'handlers.ts',
    'router.ts',
  ],
  web: ['ui', 'office', 'field', 'sign', 'invited'],
  'web/field': [
    'build',
    'words',
    'base',
    'frame',
    'pin',
    'document',
    'check',
    'brief',
    'report',
    'permits',
    'powra',
    'archived',
    'sending',
    'broken',
    'today',
    'enrol',
    'more',
    'field.tsx',
    'main.tsx',
  ],
  'client-sdk': ['base', 'storage', 'disk', 'view', 'write', 'sync', 'unsent'],
};
const maxFilesInFolder = 25;
const maxLinesInFunction = 80;

const root = resolve(import.meta.dirname, '../..');
const files = (
  await Array.fromAsync(
    glob('{shared,server,client-sdk,web,test}/**/*.{ts,tsx}', {
      cwd: root,
      exclude: (name) => /node_modules|\bdist\b/.test(name),
    }),
  )
).toSorted();
const product = files.filter((file) => !file.startsWith('test/'));
const importsByFile = new Map(files.map((file) => [file, importsOf(file)]));

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** Values, types and dynamic imports. */
function importsOf(file: string): string[] {
  const found = read(file).matchAll(/^(?:import|export)[^'"]*? from '(\.[^']*)'|\bimport\('(\.[^']*)'\)/gm);
  return [...found].map(([, fixed, dynamic]) => relative(root, resolve(root, dirname(file), fixed ?? dynamic ?? '')));
}

/** The file or folder directly in `folder` that the path belongs to; null where it is elsewhere. */
function unitIn(folder: string, path: string): string | null {
  const prefix = folder === '' ? '' : `${folder}/`;
  return path.startsWith(prefix) ? (path.slice(prefix.length).split('/')[0] ?? null) : null;
}

/** Imports between two units of the folder, as `[from, to, "file → file"]`. */
function arrows(folder: string): [string, string, string][] {
  return [...importsByFile].flatMap(([file, targets]) => {
    const from = unitIn(folder, file);
    return targets.flatMap((target): [string, string, string][] => {
      const to = unitIn(folder, target);
      return from !== null && to !== null && from !== to ? [[from, to, `${file} → ${target}`]] : [];
    });
  });
}

test.each(Object.entries(rooms))('[HS2] imports between the rooms of "%s" point down', (folder, order) => {
  const placeOf = (unit: string): number => {
    const place = order.indexOf(unit);
    return place >= 0 ? place : order.length;
  };
  const wrong = arrows(folder)
    .filter(([from, to]) => order.includes(from) && placeOf(to) > placeOf(from))
    .map(([, , names]) => names);
  const folders = new Set(
    product.flatMap((file) => {
      const unit = unitIn(folder, file);
      return unit !== null && !unit.endsWith('.ts') ? [unit] : [];
    }),
  );
  const unplaced = [...folders].filter((unit) => !order.includes(unit));
  expect({ wrong, unplaced }).toEqual({ wrong: [], unplaced: [] });
});

test('[HS7] no import circle inside any folder, and at most 25 files of its own in each', () => {
  const folders = new Set(product.flatMap((file) => ancestorsOf(file)));
  const circles = [...folders].flatMap((folder) => {
    const circle = circleIn(folder);
    return circle.length > 0 ? [`${folder}: ${circle.join(', ')}`] : [];
  });
  const full = [...Map.groupBy(product, dirname)]
    .filter(([, own]) => own.length > maxFilesInFolder)
    .map(([folder, own]) => `${folder}: ${own.length}`);
  expect({ circles, full }).toEqual({ circles: [], full: [] });
});

function ancestorsOf(file: string): string[] {
  const steps = file.split('/').slice(0, -1);
  return steps.map((_, i) => steps.slice(0, i + 1).join('/'));
}

/** What is left when units that import nothing of the rest are taken away, again and again. */
function circleIn(folder: string): string[] {
  let left = arrows(folder);
  for (;;) {
    const importing = new Set(left.map(([from]) => from));
    const next = left.filter(([, to]) => importing.has(to));
    if (next.length === left.length) break;
    left = next;
  }
  // Units that import the circle, and are not imported by it, go too.
  for (;;) {
    const imported = new Set(left.map(([, to]) => to));
    const next = left.filter(([from]) => imported.has(from));
    if (next.length === left.length) return left.map(([, , names]) => names);
    left = next;
  }
}

test('[HS8] no function has more than 80 lines', () => {
  const long = product.flatMap((file) =>
    functionsOf(read(file))
      .filter(({ lines }) => lines > maxLinesInFunction)
      .map(({ lines, head }) => `${file}: ${lines} lines: ${head}`),
  );
  expect(long).toEqual([]);
});

/** Functions with a body in braces, wherever they are; the formatter puts the closing brace under the first line. */
function functionsOf(text: string): { readonly lines: number; readonly head: string }[] {
  const lines = text.split('\n');
  const indent = (line: string | undefined): number => line?.search(/\S/) ?? -1;
  return lines.flatMap((line, i) => {
    const isMethod = /^\s*(?:(?:async|static|get|set) )*[*#\w]+(?:<.*>)?\(.*\)(?:: .*)? \{$/.test(line);
    if (!/=> \{$|\bfunction\b.*\{$|^\s*\).*\{$/.test(line) && !isMethod) return [];
    let start = i;
    if (/^\s*\)/.test(line))
      do start--;
      while (start > 0 && indent(lines[start]) !== indent(line));
    const head = lines[start]?.trim() ?? '';
    if (/^(?:\} )?(?:if|for|while|switch|catch|else)\b/.test(head)) return [];
    const end = lines.findIndex((other, j) => j > i && indent(other) === indent(line) && /^\s*\}/.test(other));
    return [{ lines: end - start + 1, head }];
  });
}
