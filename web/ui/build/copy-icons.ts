/**
 * Copies the icons that the pages use from lucide-static 1.62.0 (ISC licence) into icons.json: `node web/ui/build/copy-icons.ts` after adding
 * a name. Their shapes are data, so that no markup has to be parsed in the browser.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const names = [
  'ambulance',
  'arrow-down',
  'arrow-left',
  'arrow-right',
  'arrow-up',
  'ban',
  'building',
  'calendar-clock',
  'camera',
  'check',
  'check-check',
  'chevron-down',
  'chevron-left',
  'chevron-right',
  'circle',
  'circle-alert',
  'circle-check',
  'circle-x',
  'clipboard-clock',
  'clock',
  'cloud-off',
  'copy',
  'download',
  'ellipsis',
  'eraser',
  'external-link',
  'eye',
  'file-check',
  'file-text',
  'flag',
  'flame',
  'folder',
  'grip-vertical',
  'hand',
  'hard-drive',
  'hard-hat',
  'house',
  'id-card',
  'info',
  'key-round',
  'languages',
  'laptop',
  'layers',
  'life-buoy',
  'link',
  'list',
  'list-filter',
  'log-out',
  'mail',
  'map-pin',
  'menu',
  'merge',
  'message-square',
  'mic',
  'monitor-smartphone',
  'moon',
  'octagon-pause',
  'octagon-x',
  'palette',
  'pause',
  'pen-line',
  'play',
  'plus',
  'qr-code',
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
  'timer',
  'traffic-cone',
  'trash',
  'triangle-alert',
  'user',
  'users',
  'volume-2',
  'webhook',
  'wind',
  'x',
  'zap',
];

type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];

const source = fileURLToPath(import.meta.resolve('lucide-static/icon-nodes.json'));
const shapes = JSON.parse(await readFile(source, 'utf8')) as Record<string, readonly Shape[]>; // as the package publishes it
const chosen = names.map((name) => {
  const shape = shapes[name];
  if (!shape) throw new Error(`lucide has no icon ${name}`);
  return `  ${JSON.stringify(name)}: ${JSON.stringify(shape)}`;
});
await writeFile(join(import.meta.dirname, '../icons.json'), `{\n${chosen.join(',\n')}\n}\n`);
