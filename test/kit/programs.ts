/**
 * Programs that tests start as processes of their own many times, bundled as the server is: from its sources, a server takes 1.3 s of
 * processor time until it is ready, from the bundle 0.45 s.
 */
import { basename, join } from 'node:path';
import { besideServer, build, serverInputs, serverPackages, type Target } from '../../server/build.ts';

const root = join(import.meta.dirname, '../..');
const sources = ['test/faults/photo-tablet.ts', 'test/kit/faulty-server.ts', 'test/storm/tablet-program.ts'] as const;
const programs: Target = {
  folder: 'test/dist',
  entries: {
    ...besideServer,
    ...Object.fromEntries(sources.map((source) => [basename(source, '.ts'), source])),
  },
  inputs: [...serverInputs, 'client-sdk/**/*.ts', 'test/**/*.ts'],
  packages: [...serverPackages, '@napi-rs/canvas', 'vitest'],
};
let built: Promise<boolean> | undefined;

/** The file that `node` runs for this program. */
export async function programFile(source: (typeof sources)[number]): Promise<string> {
  await (built ??= build(root, programs));
  return join(root, programs.folder, `${basename(source, '.ts')}.js`);
}
