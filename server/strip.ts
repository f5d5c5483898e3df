/** Makes the copies without types that stripped.js runs: each named by the hash of what it was made from. Others are dropped. */
import { hash, randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  globSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const copies = join(root, 'node_modules/.cache/sitefile-stripped');

mkdirSync(copies, { recursive: true });
const stale = new Set(readdirSync(copies));
for (const file of globSync(['server/**/*.ts', 'shared/**/*.ts'], { cwd: root })) {
  const source = readFileSync(join(root, file), 'utf8');
  const name = `${hash('sha256', source)}.js`;
  if (stale.delete(name) && statSync(join(copies, name)).size > 0) continue;
  // Moved to its name when it is whole and on the disk: others may be starting at the same time, and the power may fail.
  const draft = join(copies, `${randomUUID()}.draft`);
  const handle = openSync(draft, 'w');
  writeFileSync(handle, stripTypeScriptTypes(source));
  fsyncSync(handle);
  closeSync(handle);
  renameSync(draft, join(copies, name));
}
for (const name of stale) if (!name.endsWith('.draft') || isOld(name)) rmSync(join(copies, name), { force: true });

/** Of somebody who did not come to its end, and not of one who is starting now. */
function isOld(draft: string): boolean {
  const written = statSync(join(copies, draft), { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
  return Date.now() - written > 60_000;
}
