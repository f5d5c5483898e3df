/**
 * Copies the icons that the pages use from lucide-static 1.62.0 (ISC licence) into icons.json: `node web/ui/copy-icons.ts` after adding a name. Their shapes are
 * data, so that no markup has to be parsed in the browser.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const names = [
  'arrow-down',
  'arrow-left',
  'arrow-right',
  'arrow-up',
  'ban',
  'building',
  'calendar-clock',
  'check',
  'circle-alert',
  'check-check',
  'chevron-down',
  'chevron-right',
  'circle-check',
  'circle-x',
  'clipboard-clock',
  'clock',
  'cloud-off',
  'copy',
  'download',
  'ellipsis',
  'external-link',
  'eye',
  'file-check',
  'file-text',
  'folder',
  'hard-hat',
  'house',
  'id-card',
  'info',
  'key-round',
  'laptop',
  'link',
  'list',
  'list-filter',
  'log-out',
  'mail',
  'map-pin',
  'menu',
  'merge',
  'message-square',
  'monitor-smartphone',
  'moon',
  'octagon-x',
  'palette',
  'pause',
  'pen-line',
  'play',
  'plus',
  'refresh-cw',
  'rotate-ccw',
  'scale',
  'search',
  'send',
  'settings',
  'shield-check',
  'siren',
  'smartphone',
  'sun',
  'sun-moon',
  'tablet',
  'trash',
  'triangle-alert',
  'user',
  'users',
  'webhook',
  'x',
];

type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];

const source = fileURLToPath(import.meta.resolve('lucide-static/icon-nodes.json'));
const shapes = JSON.parse(await readFile(source, 'utf8')) as Record<string, readonly Shape[]>; // as the package publishes it
const chosen = names.map((name) => {
  const shape = shapes[name];
  if (!shape) throw new Error(`lucide has no icon ${name}`);
  return `  ${JSON.stringify(name)}: ${JSON.stringify(shape)}`;
});
await writeFile(join(import.meta.dirname, 'icons.json'), `{\n${chosen.join(',\n')}\n}\n`);
