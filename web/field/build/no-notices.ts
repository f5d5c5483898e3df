/**
 * Notices are sent by the server alone. A page that decides on a change would work them out and throw them away, so their wording is left
 * out of it: each rule for the notices of a kind becomes one that makes none.
 */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const rules = /\/shared\/resources\/(?:[\w-]+\/notices|notices\/[\w-]+)\.ts$/;

export function noNotices(): Plugin {
  return {
    name: 'no notices',
    load: async (id) => {
      if (!rules.test(id)) return null;
      const exported = [...(await readFile(id, 'utf8')).matchAll(/^export (?!type )\w+ (\w+)/gm)].map(
        ([, name = '']) => name,
      );
      if (exported.length !== 1 || !exported[0]?.endsWith('Notices')) return null;
      return `export const ${exported[0]} = () => [];`;
    },
  };
}
