/**
 * A Chromium for the tests, in the order that works everywhere: CHROME_PATH, playwright's own, one that is installed,
 * the one inside the npm package @sparticuz/chromium (linux x64; needs no apt package and runs as root).
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright';

/** The path of a browser that starts with no further environment. Throws with what to do when there is none. */
export async function findBrowser(): Promise<string> {
  const named = process.env['CHROME_PATH'];
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`CHROME_PATH names ${named}, which is not there`);
    return named;
  }
  const found = [chromium.executablePath(), ...INSTALLED].find((path) => existsSync(path));
  if (found !== undefined) return found;
  if (process.platform === 'linux' && process.arch === 'x64') return unpackedBrowser();
  throw new Error(
    'No Chromium for the tests: run "npx playwright install chromium", or set CHROME_PATH to a Chrome or Chromium',
  );
}

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const ROOT = join(import.meta.dirname, '..', '..');
const CACHE = join(ROOT, 'node_modules', '.cache');
const UNPACKED = join(CACHE, 'sitefile-chromium-153.0.0-fonts');

/** Unpacks the npm browser once a checkout, beside and then into its place, so two runs cannot see each other's half. */
async function unpackedBrowser(): Promise<string> {
  const launcher = join(UNPACKED, 'launch');
  if (existsSync(launcher)) return launcher;
  await mkdir(CACHE, { recursive: true });
  const unpacking = await mkdtemp(`${UNPACKED}-`);
  try {
    await unpackInto(unpacking);
    await writeFile(join(unpacking, 'fonts', 'fonts.conf'), FONTS);
    await writeFile(join(unpacking, 'launch'), LAUNCHER);
    await chmod(join(unpacking, 'launch'), 0o755);
    await rename(unpacking, UNPACKED);
  } catch (error) {
    await rm(unpacking, { recursive: true, force: true });
    if (!existsSync(launcher)) throw error;
  }
  return launcher;
}

/**
 * In a process of its own: the package unpacks to the temporary folder and changes the environment when it is imported.
 * AWS_LAMBDA_JS_RUNTIME makes it unpack its own libnss and libnspr, which a bare machine lacks.
 */
async function unpackInto(folder: string): Promise<void> {
  const script = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;
  const env = { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' };
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { cwd: ROOT, env });
}

/** The unpacked libraries are for this browser alone, so they are named here and not in the environment of the tests. */
const LAUNCHER = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
LD_LIBRARY_PATH="$here/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" FONTCONFIG_PATH="$here/fonts" exec "$here/chromium" "$@"
`;

/**
 * The package's own file names folders of AWS Lambda. Without a font, Chromium shows no text and crashes at the first fallback;
 * a relative cache folder would be made where the browser was started.
 */
const FONTS = `<?xml version="1.0"?>
<fontconfig>
  <dir>${join(UNPACKED, 'fonts', 'fonts')}</dir>
  <cachedir>${join(UNPACKED, 'fonts', 'cache')}</cachedir>
</fontconfig>
`;
