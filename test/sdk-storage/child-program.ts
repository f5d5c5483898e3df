/** A Node program of its own process, for what one process cannot show: being killed, being second, running out of disk. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

/** Starts a program of this folder; what it prints on stderr goes to the test's. `shellLimit` is a `ulimit` to run under. */
export function startProgram(program: string, args: readonly string[], shellLimit?: string): ChildProcess {
  const command = [process.execPath, join(import.meta.dirname, program), ...args];
  const [first = '', ...rest] = shellLimit ? ['sh', '-c', `${shellLimit}; exec "$@"`, 'sh', ...command] : command;
  const child = spawn(first, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Every whole line until the program is gone; `onLine` sees each as it comes. A line cut by the end is left out. */
export async function linesUntilExit(child: ChildProcess, onLine?: (count: number) => void): Promise<string[]> {
  if (child.stdout === null) throw new Error('the program has no stdout');
  const lines: string[] = [];
  const exited = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    onLine?.(lines.length);
  }
  await exited;
  return lines;
}
