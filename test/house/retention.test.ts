/** Every table has an end: a new one has to say after what its rows are deleted, or why they stay. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { endOfTable } from '../../server/base/retention.ts';
import { search } from '../../server/store/migrations/search.ts';

const folder = new URL('../../server/store/migrations/', import.meta.url);

test('[DB64] every table says what ends its rows, and no other is named', () => {
  const files = ['records', 'log', 'access', 'queues'].map((name) =>
    readFileSync(new URL(`${name}.ts`, folder), 'utf8'),
  );
  const text = [...files, search.sqlite].join('\n');
  const tables = [...text.matchAll(/create (?:virtual )?table (\w+)/g)].map(([, name = '']) => name);
  expect(new Set(Object.keys(endOfTable))).toEqual(new Set(tables));
});
