/**
 * `node --import ./server/stripped.js server/main.ts …` runs the program from copies without its types. Node would strip them at every
 * start by a compiler that takes 15 MB and keeps them; strip.ts does it once after each change, in a process that ends. Where no copy
 * can be kept, Node strips as ever. This is JavaScript because it comes before TypeScript can be read.
 */
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const rooms = ['./', '../shared/'].map((room) => new URL(room, import.meta.url).href);
const copies = new URL('../node_modules/.cache/sitefile-stripped/', import.meta.url);
const startSeconds = 30;
let hasStripped = false;

registerHooks({
  load(url, context, next) {
    if (!url.endsWith('.ts') || !rooms.some((room) => url.startsWith(room))) return next(url, context);
    const source = copyOf(url) ?? freshCopyOf(url);
    return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true };
  },
});

/** Named by what it was made from, so that a copy never outlives a change. */
function copyOf(url) {
  try {
    return readFileSync(new URL(`${hash('sha256', readFileSync(new URL(url)))}.js`, copies), 'utf8') || undefined;
  } catch {
    return undefined;
  }
}

/** All are made at once, and once at most; never beside requests, which would wait for it. */
function freshCopyOf(url) {
  if (hasStripped || process.uptime() > startSeconds) return undefined;
  hasStripped = true;
  try {
    const program = fileURLToPath(new URL('strip.ts', import.meta.url));
    execFileSync(process.execPath, [program], { env: { ...process.env, NODE_OPTIONS: '' }, stdio: 'ignore' });
  } catch {
    // Nobody may write there.
  }
  return copyOf(url);
}
