/**
 * zod as a page needs it. It brings a writer of JSON Schemas with every schema, which the pages never ask for: without it the bundle is 8 kB
 * (gzip) smaller. Each export becomes a function that does nothing, because zod refers to them when a schema is made. And it compiles no
 * validators: the page's policy forbids code made of text, and zod decides while its schemas are made, before any code of ours runs.
 */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const writers = /zod\/v4\/core\/(json-schema-processors|json-schema-generator|to-json-schema)\.js$/;
const settings = /zod\/v4\/core\/core\.js$/;
const unset = '__zod_globalConfig = {}';

export function smallZod(): Plugin {
  return {
    name: 'small zod',
    load: async (id) => {
      if (settings.test(id)) {
        const source = await readFile(id, 'utf8');
        if (!source.includes(unset)) throw new Error(`${id} has no ${unset}`);
        return source.replace(unset, '__zod_globalConfig = { jitless: true }');
      }
      if (!writers.test(id)) return null;
      const source = await readFile(id, 'utf8');
      const names = [...source.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name);
      return names.map((name) => `export function ${name}() {}`).join('\n');
    },
  };
}
