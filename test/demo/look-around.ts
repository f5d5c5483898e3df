/** `npm run demo -- --open`: after the day its server is there again, and a person looks at the organisation in a browser, until Ctrl-C. */
import { resolve } from 'node:path';
import { restClient } from '../../client-sdk/rest.ts';
import { buildWeb } from '../../web/build.ts';
import type { Day } from './day.ts';
import { command, startServer } from './processes.ts';

const visitor = { name: 'Demo visitor', email: 'visitor@harrowlyle.example', role: 'owner' } as const;

/** The pages have to be there before the server answers for them. */
export async function buildPages(): Promise<void> {
  await buildWeb(resolve(import.meta.dirname, '../..'));
}

/** The day ends with its server, so it is started once more on the same data. Resolves at SIGINT or SIGTERM. */
export async function lookAround(day: Day, print: (line: string) => void): Promise<void> {
  const { adminToken, settings } = day;
  const server = day.keep(await startServer(settings));
  const admin = restClient({ server: server.url, token: adminToken });
  const stopped = new Promise<void>((end) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end());
  });
  await admin.createUser({ body: visitor });
  const { link } = (await command(['sign-in', 'link', '--email', visitor.email], {
    ...settings,
    PORT: new URL(server.url).port,
  })) as { readonly link: string }; // as the command prints it
  print(`  Look at this day: ${link}`);
  print(`  The link signs one browser in, within 15 minutes; afterwards the office is at ${server.url}/office.`);
  print('  Ctrl-C ends the server and removes its data.\n');
  await stopped;
  print('\n  Everything is switched off.');
}
