/** `serve`: runs the server until a signal stops it. One line of JSON on stdout gives the address once it is ready. */
import { existsSync } from 'node:fs';
import { openApp } from '../run/app.ts';
import { readConfig } from '../base/config.ts';
import { openLogSink } from '../base/log-sink.ts';
import { openLog } from '../base/log.ts';
import { tellFirstToken } from './first-token.ts';
import { sampleFolder } from './sample/folder.ts';
import type { Terminal } from './terminal.ts';

export async function serve(terminal: Terminal): Promise<void> {
  const config = readConfig(terminal.environment);
  const stopped = terminal.untilStopped();
  const { now, elapsed, random, memory } = terminal;
  await using sink = openLogSink();
  const log = openLog(config.logLevel, sink);
  let uncaughtErrors = 0;
  const broken = new Promise<'broken'>((resolve) => {
    terminal.onUncaught?.((err, isRejection) => {
      uncaughtErrors++;
      log.fatal({ err }, isRejection ? 'a promise was rejected, and nothing caught it' : 'nothing caught an error');
      if (isRejection) return 'going on'; // decision uncaught-errors
      resolve('broken');
      return 'stopping';
    });
  });
  await using app = await openApp(config, {
    now,
    ...(elapsed ? { elapsed } : {}),
    random,
    log,
    ...(terminal.hasReader ? { tell: terminal.complain } : {}),
    ...(existsSync(sampleFolder)
      ? {
          loadExample: async (server) =>
            (await import('./sample.ts')).loadSample({ ...terminal, complain: () => {} }, server),
        }
      : {}),
    ...(memory ? { process: () => ({ ...memory(), logLinesDropped: sink.dropped(), uncaughtErrors }) } : {}),
  });
  for (const warning of app.warnings) terminal.complain(`WARNING: ${warning}`);
  if (app.newAdminToken) await tellFirstToken(terminal, config.dataDir, app.newAdminToken);
  if (app.startCode && terminal.hasReader)
    terminal.complain(`To begin in the browser, open ${app.url}/office/start. The code is ${app.startCode}\n`);
  // Loading leaves a heap that is half empty, and the first requests would keep it so.
  terminal.collectGarbage?.();
  terminal.print(JSON.stringify({ ready: true, url: app.url }));
  if ((await Promise.race([stopped, broken])) === 'broken')
    throw new Error('stopped after an error that nothing caught; it is in the log');
}
