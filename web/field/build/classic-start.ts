/**
 * The first script of the field app as a classic script. When the service worker keeps one, Chromium compiles all of it and keeps that too;
 * a module it compiles again at every start, function by function: nearly a third of what the start of a tablet computes. Other chunks
 * find what they import of the script as a property of the page, with the value that it had once the script had run.
 */
import type { Plugin } from 'vite';

/** Name of the chunk (web/build.ts), and of the property of `globalThis`. */
const start = 'start';
const shared = `globalThis.${start}`;

const preloader = /^\0vite\/preload-helper\.js$/;
const names = String.raw`\{([^}]*)\}`;
const exportList = new RegExp(String.raw`\bexport ${names};\s*$`);
const moduleTag = /<script type="module" crossorigin src="(?<address>[^"]+)"><\/script>/;

/** `page` = the entry that is built. */
export function classicStart(page: string): Plugin {
  return {
    name: 'classic start',
    apply: () => page.startsWith('field/'),
    // What vite puts around each import would fetch what that needs at the same time. The worker has all of it at hand.
    load: {
      order: 'pre',
      filter: { id: preloader },
      handler: () => 'export const __vitePreload = (load) => load();',
    },
    renderChunk: {
      order: 'post',
      handler(code, chunk, _options, { chunks }) {
        if (chunk.name === start) return classic(code);
        const file =
          Object.values(chunks)
            .find(({ name }) => name === start)
            ?.fileName.split('/')
            .at(-1) ?? '';
        const imports = new RegExp(String.raw`\bimport ${names} from "\./${RegExp.escape(file)}";`, 'g');
        const alone = code.replaceAll(imports, (_, list: string) => `const {${inverted(list)}} = ${shared};`);
        // The entry is nothing but that import, and leaves the page with it.
        if (file === '' || (!chunk.isEntry && alone.includes(`"./${file}"`)))
          throw new Error('a chunk imports the first script in another form');
        return alone;
      },
    },
    // What makes smaller takes the directive for needless, as in a module.
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle))
        if (part.type === 'chunk' && part.name === start) part.code = `'use strict';${part.code}`;
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        if (!moduleTag.test(html)) throw new Error('the page has no module to start');
        return html.replace(moduleTag, '<script defer src="$<address>"></script>');
      },
    },
  };
}

function classic(code: string): string {
  const list = exportList.exec(code);
  if (!list || /^import\b/m.test(code)) throw new Error('the first script has imports, or exports nothing at its end');
  return `(function () {\n${code.slice(0, list.index)}${shared} = {${members(list[1] ?? '')}};\n})();`;
}

/** Of an import: `name as local` becomes `name: local`. */
function inverted(list: string): string {
  return list.replaceAll(' as ', ': ');
}

/** Of an export: `local as name` becomes `name: local`. */
function members(list: string): string {
  return list.replaceAll(/([\w$]+) as ([\w$]+)/g, '$2: $1');
}
