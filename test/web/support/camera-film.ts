/** What Chromium shows in place of a camera: a QR code on a light wall, as a film of one frame (YUV4MPEG2). */
import { writeFile } from 'node:fs/promises';
import { qrModules } from '../../../web/ui/charts/qr.ts';

const [width, height, moduleSize] = [640, 480, 8];
const [light, dark, noColour] = [235, 16, 128];

export async function writeFilm(path: string, text: string): Promise<void> {
  const rows = await qrModules(text);
  const brightness = Buffer.alloc(width * height, light);
  const [top, start] = [height, width].map((size) => Math.floor((size - rows.length * moduleSize) / 2));
  for (const [y, row] of rows.entries())
    for (const [x, isDark] of row.entries())
      for (let line = 0; isDark && line < moduleSize; line++) {
        const at = ((top ?? 0) + y * moduleSize + line) * width + (start ?? 0) + x * moduleSize;
        brightness.fill(dark, at, at + moduleSize);
      }
  const colour = Buffer.alloc((width * height) / 2, noColour);
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420mpeg2\nFRAME\n`);
  await writeFile(path, Buffer.concat([head, brightness, colour]));
}
