/** `npm run kills`: the tab of a tablet is killed 30 times at random points of a briefing, instead of 3 times. SEED=n kills at other ones. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const vitest = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')));
const { status } = spawnSync(process.execPath, [vitest, 'run', 'test/web/field-kills.test.ts'], {
  env: { ...process.env, KILLS: process.env['KILLS'] || '30' },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
