/** Makes the copies without types that stripped.js runs: each named by the hash of what it was made from. Others are dropped. */
import { hash, randomUUID } from 'node:crypto';
import { globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const copies = join(root, 'node_modules/.cache/sitefile-stripped');

mkdirSync(copies, { recursive: true });
const stale = new Set(readdirSync(copies));
for (const file of globSync(['server/**/*.ts', 'shared/**/*.ts'], { cwd: root })) {
  const source = readFileSync(join(root, file), 'utf8');
  const name = `${hash('sha256', source)}.js`;
  if (stale.delete(name)) continue;
  // Moved to its name when it is whole: others may be starting at the same time.
  const draft = join(copies, randomUUID());
  writeFileSync(draft, stripTypeScriptTypes(source));
  renameSync(draft, join(copies, name));
}
for (const name of stale) rmSync(join(copies, name), { force: true });
