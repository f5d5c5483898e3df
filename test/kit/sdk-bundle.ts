/** The SDK as one file for a browser, as an app's own bundler would make it. */
import { join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '..', '..');

/** `entry` is a module; returns the text of the bundle. Throws where it cannot be bundled for a browser. */
export async function bundleForBrowser(entry: string, folder = root): Promise<string> {
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'esnext',
      minify: true,
      modulePreload: false,
      rollupOptions: {
        input: entry,
        preserveEntrySignatures: 'strict',
        output: { format: 'es', codeSplitting: false },
      },
    },
  });
  const outputs = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const chunks = outputs.filter((output) => output.type === 'chunk');
  if (chunks.length !== 1 || !chunks[0]) throw new Error(`${entry} became ${chunks.length} files`);
  return chunks[0].code;
}
