/** A program of the tests in a process of its own, spoken to by lines. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Child {
  /** What the program writes on its standard output, to the end. */
  readonly lines: AsyncIterable<string>;
  tell(line: string): void;
  kill(): void;
  /** Resolves when the process has ended; throws when it failed by itself. */
  readonly ended: Promise<void>;
}

export function startChild(program: string, given: unknown): Child {
  const child = spawn(process.execPath, [join(import.meta.dirname, program), JSON.stringify(given)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      code === 0 || signal === 'SIGKILL' ? resolve() : reject(new Error(`${program} ended with ${code ?? signal}`)),
    );
  });
  return {
    lines: createInterface({ input: child.stdout }),
    tell: (line) => child.stdin.write(`${line}\n`),
    kill: () => child.kill('SIGKILL'),
    ended,
  };
}
