/**
 * The field app knows the kinds of record that a tablet receives or makes. Those that stay on the server are left out of its registry, and
 * with them their rules: 5 kB of its first script.
 */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import type { Resource } from '../../../shared/model/resource.ts';
import type * as Registry from '../../../shared/resources/index.ts';

const registry = /\/shared\/resources\/index\.ts$/;

/** `page` = the entry that is built. */
export function tabletKinds(page: string): Plugin {
  return {
    name: 'tablet kinds',
    apply: () => page.startsWith('field/'),
    load: async (id) => {
      if (!registry.test(id)) return null;
      const { resources } = (await import(id)) as typeof Registry; // as the pattern says
      // A tablet receives no photos, but makes them.
      const elsewhere = Object.entries<Resource>(resources).filter(
        ([kind, { replicates }]) => !replicates && kind !== resources.photo.kind,
      );
      return elsewhere.reduce((code, [kind]) => without(code, kind), await readFile(id, 'utf8'));
    },
  };
}

/** Without its line in the registry, and its import. */
function without(code: string, kind: string): string {
  const line = new RegExp(String.raw`^ {2}${kind}(?:: (?<name>\w+))?,\n`, 'm').exec(code);
  const found =
    line && new RegExp(String.raw`^import \{ ${line.groups?.['name'] ?? kind} \} from .*\n`, 'm').exec(code);
  if (!line || !found) throw new Error(`the registry has no line for ${kind}`);
  return code.replace(line[0], '').replace(found[0], '');
}
