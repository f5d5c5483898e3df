/** `npm run kills`: the walk with a tablet, whose tab is killed 30 times at random points while somebody signs, instead of 3 times. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const vitest = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')));
const { status } = spawnSync(process.execPath, [vitest, 'run', 'test/web/field-walk.test.ts'], {
  env: { ...process.env, KILLS: process.env['KILLS'] ?? '30' },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
