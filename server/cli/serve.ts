/** `serve`: runs the server until it is asked to stop. One line of JSON on stdout says when it is ready and where. */
import { openApp } from '../run/app.ts';
import { readConfig } from '../base/config.ts';
import { openLog } from '../base/log.ts';
import type { Terminal } from './terminal.ts';

export async function serve(terminal: Terminal): Promise<void> {
  const config = readConfig(terminal.environment);
  const stopped = terminal.untilStopped();
  const { now, random, memory } = terminal;
  const app = await openApp(config, { now, random, log: openLog(config.logLevel), ...(memory ? { memory } : {}) });
  if (app.newAdminToken)
    terminal.complain(`This is the first start. The admin token, shown only now:\n\n  ${app.newAdminToken}\n`);
  // Loading has left a heap that is half empty; once somebody calls, it would be kept.
  terminal.letGo?.();
  terminal.print(JSON.stringify({ ready: true, url: app.url }));
  await stopped;
  await app.close();
}
