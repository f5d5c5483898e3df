/** Loaded before the server (server.ts): counts what that uses, answers every order with it, and stops it as an operator would. */
import { openMeter } from './meter.ts';
import { serveOrders } from './program.ts';

const used = openMeter();
serveOrders(
  'metered',
  async () => used(),
  () => new Promise(() => process.kill(process.pid, 'SIGTERM')), // the server ends the process when it has closed
);
