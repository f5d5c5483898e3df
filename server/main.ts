/** The program: `node server/main.ts <command>`. The only file that reads process.*; everything below it takes what it needs. */
import { randomBytes } from 'node:crypto';
import { uptime } from 'node:os';
import { runCommand } from './cli/run.ts';

// What is written is for this user alone: names, token hashes, keys.
process.umask(0o077);

// A line that nobody takes, as its reader is gone or the disk is full, ends nothing.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

process.exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  now: Date.now,
  elapsed: { process: () => performance.now(), machine: () => uptime() * 1000 },
  random: randomBytes,
  memory: () => process.memoryUsage(),
  collectGarbage: () => globalThis.gc?.({ type: 'major', flavor: 'last-resort' }),
  print: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
  hasReader: process.stderr.isTTY,
  onUncaught: (tell) => {
    process.on('uncaughtException', (error, origin) => {
      if (tell(error, origin === 'unhandledRejection') === 'stopping')
        setTimeout(() => process.exit(1), 20_000).unref();
    });
  },
  untilStopped: () =>
    new Promise((resolve) => {
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal));
    }),
});
