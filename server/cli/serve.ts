/** `serve`: runs the server until a signal stops it. One line of JSON on stdout gives the address once it is ready. */
import { openApp } from '../run/app.ts';
import { readConfig } from '../base/config.ts';
import { openLog } from '../base/log.ts';
import type { Terminal } from './terminal.ts';

export async function serve(terminal: Terminal): Promise<void> {
  const config = readConfig(terminal.environment);
  const stopped = terminal.untilStopped();
  const { now, elapsed, random, memory } = terminal;
  const app = await openApp(config, {
    now,
    ...(elapsed ? { elapsed } : {}),
    random,
    log: openLog(config.logLevel),
    ...(memory ? { memory } : {}),
  });
  if (app.newAdminToken)
    terminal.complain(`This is the first start. The admin token, shown only now:\n\n  ${app.newAdminToken}\n`);
  // Loading leaves a heap that is half empty, and the first requests would keep it so.
  terminal.collectGarbage?.();
  terminal.print(JSON.stringify({ ready: true, url: app.url }));
  await stopped;
  await app.close();
}
