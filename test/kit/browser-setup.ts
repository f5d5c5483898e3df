/** The process that opens worlds for pages (sdk/suite/site-program.ts), one for a whole run of tests in the browser. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the process that opens worlds for pages. */
    readonly siteProgram: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const program = fileURLToPath(new URL('../sdk/suite/site-program.ts', import.meta.url));
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const port: unknown[] = await Promise.race([once(child.stdout, 'data'), ended]);
  if (child.exitCode !== null) throw new Error('the process that opens worlds for pages did not start');
  project.provide('siteProgram', `http://127.0.0.1:${String(port[0]).trim()}/`);
  return async () => {
    child.stdin.end();
    await ended;
  };
}
