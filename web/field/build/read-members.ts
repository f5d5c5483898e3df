/**
 * Of some reference lists the rules on a tablet read only what tells entries apart. Labels and laws, which the office shows, are left out
 * there: 1.5 kB of its first script.
 */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const readMembers: Readonly<Record<string, readonly string[]>> = {
  'hazard-categories': ['value'],
  'hazard-statements': ['code', 'text'],
  industries: ['id'],
};
const list = /\/shared\/reference\/(?<name>[\w-]+)\.json$/;

/** `page` = the entry that is built. */
export function onlyReadMembers(page: string): Plugin {
  return {
    name: 'only read members',
    apply: () => page.startsWith('field/'),
    load: async (id) => {
      const members = readMembers[list.exec(id)?.groups?.['name'] ?? ''];
      if (!members) return null;
      const rows = JSON.parse(await readFile(id, 'utf8')) as readonly object[]; // each of these is a list
      return JSON.stringify(
        rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => members.includes(name)))),
      );
    },
  };
}
