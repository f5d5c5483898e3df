/**
 * Builds the web pages into server/dist/web, from which the server serves them: part of `npm start` and `npm run build`. Like the build of
 * the server, it compares its sources by content and does nothing, without a bundler, when they are those of the last build.
 */
import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { builtFrom, digestOf, isBuiltFrom } from '../server/build.ts';
import type { Endpoint } from '../shared/rest/endpoint.ts';
import { neededMembers } from '../shared/rest/needed-members.ts';
import { classicStart } from './field/build/classic-start.ts';
import { fieldExtras } from './field/build/extras.ts';
import { onlyReadMembers } from './field/build/read-members.ts';
import { smallRxdb } from './field/build/small-rxdb.ts';
import { noNotices } from './field/build/no-notices.ts';
import { smallZod } from './field/build/small-zod.ts';
import { tabletKinds } from './field/build/tablet-kinds.ts';
import { usedIcons } from './ui/build/used-icons.ts';
import type { Plugin } from 'vite';

const inputs = ['package-lock.json', 'web/**/*.{ts,tsx,css,html,svg}', 'client-sdk/**/*.ts', 'shared/**/*.{ts,json}'];
/** The tables of endpoints, each with the name that it is exported under. Relative to the root of the repository. */
const endpointTables = { 'shared/rest/rest.ts': 'endpoints', 'shared/rest/sign-in.ts': 'signInEndpoints' };
/** Built apart, so that the first screen of one loads nothing of the other. */
const pages = ['office/index.html', 'field/index.html', 'check/index.html', 'sign/index.html', 'invited/index.html'];
/** Folders whose icons a page shows beside those of its own. */
const iconFolders: Readonly<Record<string, string>> = { sign: '{sign,field}', invited: '{invited,office/contractors}' };
/** Knows `light-dark()` and native nesting. */
const browsers = ['chrome123', 'firefox121', 'safari17.5'];

/** @param root folder of the repository. Returns whether anything was built. */
export async function buildWeb(root: string): Promise<boolean> {
  const folder = join(root, 'server/dist/web');
  const digest = digestOf(root, inputs);
  if (await isBuiltFrom(folder, digest)) return false;
  const fresh = `${folder}.${randomUUID()}`;
  const old = `${fresh}.old`;
  try {
    await bundle(root, fresh);
    await writeFile(join(fresh, builtFrom), digest);
    // Another process may have built the same meanwhile, and serve it.
    if (await isBuiltFrom(folder, digest)) return false;
    await rename(folder, old).catch(() => undefined); // there is none yet
    await rename(fresh, folder).catch(async (error: unknown) => {
      if (!(await isBuiltFrom(folder, digest))) throw error;
    });
  } finally {
    for (const each of [fresh, old]) await rm(each, { recursive: true, force: true });
  }
  return true;
}

async function bundle(root: string, folder: string): Promise<void> {
  const vite = await import('vite');
  const web = join(root, 'web');
  for (const page of pages)
    await vite.build({
      root: web,
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      // What the package gives to bundlers is for browsers of 2015, and 2 kB larger.
      resolve: {
        alias: [
          { find: /^dexie$/, replacement: join(root, 'node_modules/dexie/dist/modern/dexie.min.mjs') },
          { find: /^rxjs(\/operators)?$/, replacement: join(root, 'node_modules/rxjs/dist/esm$1/index.js') },
        ],
      },
      oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
      // The same pages in whichever environment they are built.
      define: { 'process.env.NODE_ENV': '"production"' },
      plugins: [
        ...Object.entries(endpointTables).map(([file, name]) => plainEndpoints(join(root, file), name)),
        usedIcons(web, iconsOf(page)),
        smallRxdb(),
        smallZod(),
        noNotices(),
        tabletKinds(page),
        onlyReadMembers(page),
        classicStart(page),
        fieldExtras(),
      ],
      build: {
        outDir: folder,
        emptyOutDir: false,
        target: browsers,
        // The pages may load nothing but files of this server: no data: addresses either.
        assetsInlineLimit: 0,
        // The worker of the field app has every part at hand: to name the parts of each part would only make the first larger.
        modulePreload: page.startsWith('field/') ? false : { polyfill: false },
        cssCodeSplit: false,
        chunkSizeWarningLimit: 700,
        // The worker of the field app lists every part, and is to stay small.
        rolldownOptions: {
          input: join(web, page),
          output: {
            chunkFileNames: 'assets/[hash:7].js',
            // Those of fonts are long.
            assetFileNames: ({ names: [name] }) =>
              name?.endsWith('.woff2') ? 'assets/[hash:8][extname]' : 'assets/[name]-[hash:8][extname]',
            hashCharacters: 'base36',
            // One file to fetch for the first screen: a slow tablet takes 50 ms for each.
            codeSplitting: {
              groups: [
                { name: 'start', test: /\/main\.tsx$/ },
                { name: 'helpers', test: tinyHelpers },
              ],
            },
          },
        },
      },
    });
}

/** Of a line or two, and shared by screens of the field app that are loaded later: each would be a file of its own, named in its worker. */
const tinyHelpers =
  /\/(?:shared\/base\/lacking|field\/(?:base\/(?:once|person-address)|document\/reading\/paths|frame\/language-name|sending\/download))\.ts$/;

function iconsOf(page: string): string {
  const [folder = ''] = page.split('/');
  return iconFolders[folder] ?? folder;
}

/**
 * A page needs of the endpoint table what it takes to send a request; the schemas, and with them zod and the rules of every kind, only
 * give it its types. So the table is bundled as plain data: 5 kB instead of 290.
 */
function plainEndpoints(path: string, name: string): Plugin {
  return {
    name: `plain ${name}`,
    load: async (id) => {
      if (resolve(id) !== path) return null;
      const tables = (await import(path)) as Readonly<Record<string, Readonly<Record<string, Endpoint>>>>; // named in endpointTables
      const rows = Object.entries(tables[name] ?? {}).map(([row, { method, path: address, reply }]) => {
        if (typeof reply === 'string') return [row, { method, path: address, reply }];
        const needs = method === 'GET' ? {} : { needs: neededMembers(reply) };
        return [row, { method, path: address, reply: 'json', ...needs }];
      });
      return `export const ${name} = ${JSON.stringify(Object.fromEntries(rows))};`;
    },
  };
}

if (import.meta.main) await buildWeb(resolve(import.meta.dirname, '..'));
