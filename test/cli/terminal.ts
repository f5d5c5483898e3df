/** The command line run inside a test: what a command prints is kept. */
import { randomBytes } from 'node:crypto';
import { runCommand } from '../../server/cli/run.ts';
import type { World } from '../kit/world.ts';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one command in this process, as `npm run sitefile -- …` runs it in its own. */
export async function run(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  now = Date.now,
): Promise<Ran> {
  const printed: string[] = [];
  const complained: string[] = [];
  const code = await runCommand(words, {
    environment,
    now,
    random: randomBytes,
    print: (line) => printed.push(line),
    complain: (line) => complained.push(line),
    untilStopped: () => new Promise(() => undefined),
  });
  return { code, stdout: printed.join('\n'), stderr: complained.join('\n') };
}

/** A later option overrides an earlier one of the same name. */
export function load(world: World, ...more: readonly string[]): Promise<Ran> {
  return run(['sample', 'load', '--json', '--url', world.url, ...more], { SITEFILE_ADMIN_TOKEN: world.adminToken });
}
