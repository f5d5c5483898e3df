/** The server under measurement; settings come from the environment, and every order is answered with what was used so far. */
import { randomBytes } from 'node:crypto';
import { openApp } from '../../../server/app.ts';
import { readConfig } from '../../../server/config.ts';
import { openLog } from '../../../server/log.ts';
import { openMeter } from './meter.ts';
import { serveOrders } from './program.ts';

const used = openMeter();
const app = await openApp(readConfig(process.env), { now: Date.now, random: randomBytes, log: openLog('silent') });
serveOrders(
  app.url,
  async () => used(),
  () => app.close(),
);
