/** Only server/store knows SQL, its query builder and its database drivers; only client-sdk/storage knows what a replica is stored in. */
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

const forbidden: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['imports a driver or the query builder', /from '(?:kysely|pg|node:sqlite)(?:\/[^']*)?'|import\('(?:pg|kysely)/],
  ['imports the engine', /from '[^']*store\/engine\/(?!db\.ts|pg-notify\.ts|no-room\.ts|keyed-mutex\.ts)/],
  ['builds a query', /\.(?:selectFrom|insertInto|updateTable|deleteFrom|executeQuery)\(/],
  ['writes SQL', /\bsql`|['"`]\s*(?:select\s[^'"`]*\sfrom|insert\s+into|delete\s+from|update\s+"?\w+"?\s+set)\s/i],
];

test('[HS20] only server/store knows SQL, the query builder and the database drivers', async () => {
  const outside = await Array.fromAsync(
    glob('{shared,server}/**/*.ts', { cwd: root, exclude: (name) => /node_modules|\bdist\b/.test(name) }),
  );
  const found = outside
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.startsWith('server/store/'))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return forbidden.filter(([, pattern]) => pattern.test(text)).map(([what]) => `${file} ${what}`);
    });
  expect(found).toEqual([]);
});

test('[HS21] only client-sdk/storage knows RxDB, Dexie and the SQLite of a device', async () => {
  const files = await Array.fromAsync(
    glob('client-sdk/**/*.ts', { cwd: root, exclude: (name) => /node_modules|\bdist\b/.test(name) }),
  );
  const found = files
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.startsWith('client-sdk/storage/'))
    .filter((file) => /rxdb|rxstorage|'dexie'|node:sqlite/i.test(readFileSync(join(root, file), 'utf8')));
  expect(found).toEqual([]);
});
