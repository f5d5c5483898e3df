/** The end of a storm: every line heals, everybody exchanges until nothing moves, and then what is there is compared. */
import { checkEvents } from './check-events.ts';
import { checkReplica } from './check-replica.ts';
import { checkWork, type Shown } from './check-work.ts';
import type { Storm } from './faults.ts';
import type { OutboxLine, Row } from './orders.ts';
import type { Report } from './report.ts';
import { photoRows, serverRows } from './server-rows.ts';

const mostRounds = 12;

export async function calm(state: Storm): Promise<Report> {
  const { site, tablets, tokens, poller, ledger } = state;
  const [url = ''] = site.urls;
  const [token = ''] = tokens;
  await site.heal();
  for (const tablet of tablets) {
    tablet.proxy.cut(); // which also takes back the cuts that are yet to come
    tablet.proxy.heal();
    if (!tablet.isOn) await tablet.switchOn();
    await tablet.ask('token', token);
  }
  const faults = await exchange(state);
  const outboxes = new Map<string, readonly OutboxLine[]>();
  const verified: string[] = [];
  for (const tablet of tablets) {
    outboxes.set(tablet.label, await tablet.ask('outbox', null));
    const isEqual = await tablet.ask('verify', null).catch((error: unknown) => String(error));
    if (isEqual !== true) verified.push(`${tablet.label}: verify() says ${isEqual}`);
  }
  const server = await serverRows(url, token);
  const replicas = new Map<string, readonly Row[]>();
  for (const tablet of tablets) replicas.set(tablet.label, await tablet.ask('rows', null));
  await poller.finish();

  const photos = [...ledger.entries.values()].filter(({ move }) => move === 'photo');
  const files = await photoRows(url, photos);
  const shown: Shown = { server: [...server, ...files], refused: [...outboxes.values()].flat() };
  return {
    ...checkWork(ledger, shown),
    diverged: [...verified, ...[...replicas].flatMap(([label, rows]) => checkReplica(label, rows, server))],
    ...(await checkEvents(poller, url, ledger)),
    faults: [...ledger.faults, ...faults],
    tried: ledger.tried,
    acknowledged: ledger.entries.size,
    refused: refusals(outboxes),
    restarts: poller.restarts,
    records: server.length,
    conflicts: server.filter(({ kind }) => kind === 'conflict').length,
  };
}

/** Returns what kept a tablet from exchanging. */
async function exchange({ tablets }: Storm): Promise<string[]> {
  let faults: string[] = [];
  for (let round = 0; round < mostRounds; round++) {
    let isStill = true;
    faults = [];
    for (const tablet of tablets) {
      const { fault, waiting, pulled } = await tablet.ask('sync', null);
      if (fault !== null || waiting > 0) faults.push(`${tablet.label} in calm: ${fault}, ${waiting} wait`);
      if (fault !== null || waiting > 0 || pulled > 0) isStill = false;
    }
    if (isStill) return [];
  }
  return faults;
}

function refusals(outboxes: ReadonlyMap<string, readonly OutboxLine[]>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { reason } of [...outboxes.values()].flat()) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return counts;
}
