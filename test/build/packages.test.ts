/** What `npm ci` installs, read from the lock file: everything at the top, and for the server alone only what it runs on. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Package {
  readonly link?: true;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Package>>; // lock file version 3
};

/** Where Node finds `name` for the package in `from`: the nearest node_modules upwards. */
function found(from: string, name: string): string | undefined {
  const folders = from.split('/').map((_, i, parts) => parts.slice(0, i + 1).join('/'));
  return ['', ...folders]
    .toReversed()
    .map((folder) => `${folder}${folder && '/'}node_modules/${name}`)
    .find((path) => path in packages);
}

/** The places of all packages that an install without dev dependencies of one workspace brings, on any platform. */
function productionPackages(workspace: string): Set<string> {
  const all = new Set<string>();
  const visit = (place: string): void => {
    const { dependencies, optionalDependencies } = packages[place] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const next = found(place, name);
      if (next === undefined || all.has(next)) continue;
      all.add(next);
      visit(next);
    }
  };
  visit(workspace);
  return all;
}

const nameOf = (place: string): string => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

test("[CF8] a production install of the server has none of the device's packages", () => {
  const names = [...productionPackages('server')].map(nameOf);
  expect(names).toContain('express');
  expect(
    names.filter((name) => /rxdb|dexie|pouchdb-adapter-leveldb|express-pouchdb|rxjs|vitest|rolldown/.test(name)),
  ).toEqual([]);
  // Fonts, and the builds of sharp for the platforms, of which npm installs one.
  const programs = names.filter((name) => !/^@fontsource-variable\/|^@img\/sharp-/.test(name));
  expect(programs.length).toBeLessThanOrEqual(207);
  expect([...productionPackages('client-sdk')].map(nameOf)).toContain('rxdb');
});

test('[CF8] what tests and integrators import is installed at the top', () => {
  const needed = 'rxdb rxjs dexie express pouchdb-adapter-http zod ws pdfkit docx vitest'.split(' ');
  expect(needed.filter((name) => !(`node_modules/${name}` in packages))).toEqual([]);
});
