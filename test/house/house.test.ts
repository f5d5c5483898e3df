/** The house rules that a reader relies on: small files that say what they are, arrows that point one way, rules that are proved. */
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { besideServer } from '../../server/build.ts';
import { endpoints } from '../../shared/rest/rest.ts';

const root = resolve(import.meta.dirname, '../..');

async function files(...patterns: string[]): Promise<string[]> {
  const found = await Array.fromAsync(
    glob(patterns, { cwd: root, exclude: (name) => /node_modules|\bdist\b/.test(name) }),
  );
  return found.toSorted();
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

const sources = await files('{shared,server,client-sdk,web,test}/**/*.{ts,tsx}');

test('[HS1] every file opens with what it is, and has at most 300 lines', () => {
  const silent = sources.filter((file) => !/^(#!.*\n)?\/\*\*/.test(read(file)));
  const long = sources.filter((file) => read(file).trimEnd().split('\n').length > 300);
  expect({ silent, long }).toEqual({ silent: [], long: [] });
});

test('[HS3] only programs read process.*, and the rules read no clock and no chance', () => {
  const programs = ['server/main.ts', ...Object.values(besideServer)];
  const hands = /\bprocess\.(?!platform\b)/;
  const reading = sources.filter(
    (file) => file.startsWith('server/') && !programs.includes(file) && hands.test(code(file)),
  );
  const clocks = sources.filter(
    (file) => file.startsWith('shared/') && /\bDate\.now\(|new Date\(\)|Math\.random\(/.test(code(file)),
  );
  expect({ reading, clocks }).toEqual({ reading: [], clocks: [] });
});

test('[HS4] every rule is cited by a test, and every test cites a rule', async () => {
  const rules = (await files('docs/contract/*.md')).flatMap((file) =>
    [...read(file).matchAll(/^\| ([A-Z]+\d+) \|/gm)].map((match) => match[1] ?? ''),
  );
  const ruled = new Set(rules);
  const tests = await files('test/**/*.test.ts', 'test/**/*-contract.ts', 'test/**/*-suite.ts');
  const cited = new Set(
    tests.flatMap((file) => [...read(file).matchAll(/['"`]\[([A-Z]+\d+)\]/g)].map((match) => match[1] ?? '')),
  );
  expect(rules.filter((rule, at) => rules.indexOf(rule) !== at)).toEqual([]); // no number twice
  expect([...ruled.difference(cited)]).toEqual([]);
  expect([...cited.difference(ruled)]).toEqual([]);
});

test('[HS5] every endpoint of the table is called by a test', async () => {
  const tests = (await files('test/**/*.ts')).map(read).join('\n');
  const uncalled = Object.entries(endpoints)
    .filter(([name, { method, path }]) => {
      const pattern = path
        .replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
        .replaceAll(/\{\w+\}/g, String.raw`(?:\$\{[^}]*\}+|[\w{}-]+)`);
      return !new RegExp(`\\b${name}\\b|${method}['"\`, ]+${pattern}(?=['"\`?])`).test(tests);
    })
    .map(([name]) => name);
  expect(uncalled).toEqual([]);
});

/** Without comments and strings, so that words in them do not count. */
function code(file: string): string {
  return read(file)
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\/\/.*$/gm, '');
}
