/** Which tests import a source file, directly or through others. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');
/** What imports it starts a server: too slow to be run for each mutant. */
const slow = 'server/run/app.ts';

/** @param whole also tests that start a server @returns paths from the root, fewest imports first */
export function testsImporting(file: string, folders: readonly string[], whole: boolean): string[] {
  return folders
    .flatMap((folder) => globSync(`test/${folder}/**/*.test.ts`, { cwd: root }))
    .map((test) => ({ test, files: importsOf(test) }))
    .filter(({ files }) => files.has(file) && (whole || !files.has(slow)))
    .toSorted((a, b) => a.files.size - b.files.size)
    .map(({ test }) => test);
}

const directly = new Map<string, readonly string[]>();

function importsOf(start: string): Set<string> {
  const found = new Set([start]);
  for (const file of found) {
    const known = directly.get(file) ?? imported(file);
    directly.set(file, known);
    for (const each of known) found.add(each);
  }
  return found;
}

function imported(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/^(?:import|export) (?!type )[^;]*?from '(\.[^']+\.ts)';$/gm)].map(([, path = '']) =>
    relative(root, join(root, dirname(file), path)),
  );
}
