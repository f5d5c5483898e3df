/** The icons that one page and the design system name, so that a page does not carry those of the other. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** @param web the folder of the pages. @param page name of the page's folder in it */
export function usedIcons(web: string, page: string): Plugin {
  return {
    name: 'used icons',
    transform: {
      order: 'pre',
      handler(code, id) {
        if (!id.endsWith('/ui/icons.json')) return null;
        const sources = globSync([`ui/*.{ts,tsx}`, `${page}/**/*.{ts,tsx}`], { cwd: web });
        const text = sources.map((name) => readFileSync(join(web, name), 'utf8')).join('\n');
        const named = new Set([...text.matchAll(/['"]([a-z\d-]+)['"]/g)].map(([, name]) => name));
        const shapes = Object.entries(JSON.parse(code) as Record<string, unknown>); // as copy-icons.ts writes it
        return { code: JSON.stringify(Object.fromEntries(shapes.filter(([name]) => named.has(name)))), map: null };
      },
    },
  };
}
