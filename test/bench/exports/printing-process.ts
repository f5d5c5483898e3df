/** A process that renders and does nothing else, as Chromium does: the built worker, and what passes it its input. */
import { spawn } from 'node:child_process';
import type { ExportInput } from '../../../server/export/input.ts';
import { programOf, type Program } from '../sync/program.ts';

export interface PrintingProcess extends AsyncDisposable {
  readonly pid: number;
  print(input: ExportInput): Promise<void>;
}

/** In JavaScript: the compiler of types takes memory of its own. */
const source = `
  import { Worker } from 'node:worker_threads';
  const worker = new Worker(new URL(process.argv[1]), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 2048, maxYoungGenerationSizeMb: 16 },
  });
  worker.on('message', ({ ok, message }) => process.send(ok ? { answer: null } : { error: message }));
  process.on('message', (input) => worker.postMessage(input));
  process.on('disconnect', () => process.exit());
  process.send({ answer: null });
`;

export async function startPrinting(): Promise<PrintingProcess> {
  const worker = new URL('../../../server/dist/worker.js', import.meta.url).href;
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '--eval', source, worker], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const program: Program = await programOf(child);
  return {
    pid: child.pid ?? 0,
    print: (input) => program.ask<void>(input),
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  };
}
