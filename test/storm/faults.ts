/** What goes wrong in a storm: one function each, chosen by the seed. */
import { join } from 'node:path';
import type { Chance } from '../kit/clock.ts';
import type { Ledger } from './ledger.ts';
import type { Poller } from './poller.ts';
import type { Site } from './site.ts';
import type { StormTablet } from './tablet.ts';

export interface Storm {
  readonly site: Site;
  readonly folder: string;
  readonly ledger: Ledger;
  readonly poller: Poller;
  /** At most six. */
  readonly tablets: StormTablet[];
  /** Of people who may write. */
  readonly tokens: readonly string[];
  readonly viewerToken: string;
  /** Waits until every tablet has answered. */
  readonly settled: () => Promise<void>;
  hasCopy: boolean;
  made: number;
}

export type Fault = (storm: Storm, tablet: StormTablet, chance: Chance) => Promise<void>;

export const mostTablets = 6;
const dayMs = 86_400_000;

/** Of one tablet; it has nothing else to do meanwhile. */
export const tabletFaults: Readonly<Record<string, Fault>> = {
  killTablet: async (_storm, tablet) => {
    await tablet.kill();
  },
  closeTablet: async (_storm, tablet) => {
    await tablet.close();
  },
  offline: async (_storm, tablet) => {
    await tablet.ask('online', (tablet.isOnline = !tablet.isOnline));
  },
  cut: async (_storm, { proxy }) => {
    if (proxy.isCut) proxy.heal();
    else proxy.cut();
  },
  cutLater: async (_storm, { proxy }, chance) => {
    proxy.heal();
    proxy.cutAfter(1 + chance.below(20_000));
  },
  /** To a push by HTTP, or to whatever goes next, such as a push on the stream. */
  loseAnswer: async (_storm, { proxy }, chance) => {
    proxy.heal();
    proxy.loseAnswerTo(chance.pick(['/sync/push', '']));
  },
  replay: async (_storm, { proxy }) => {
    await proxy.replay();
  },
  tokenOfAnother: async ({ tokens }, tablet, chance) => {
    await tablet.ask('token', (tablet.token = chance.pick(tokens)));
  },
  tokenOfViewer: async ({ viewerToken }, tablet) => {
    await tablet.ask('token', (tablet.token = viewerToken));
  },
  clockOfTablet: async (_storm, tablet, chance) => {
    await tablet.ask('clock', (tablet.aheadMs = (chance.below(21) - 10) * dayMs));
  },
  importElsewhere: async ({ tablets }, tablet, chance) => {
    const text = await tablet.ask('export', null);
    const other = chance.pick(tablets);
    if (other === tablet || !other.isOn) return;
    await other.ask('import', text);
    for (const word of tablet.held) if (text.includes(word)) other.held.add(word);
  },
  /** The outbox stays. What was delivered does not, not even for a server that was restored since the last contact. */
  logOutAndIn: async ({ ledger, tablets }, tablet) => {
    const { fault } = await tablet.ask('sync', null);
    await tablet.ask('logOut', null);
    await tablet.kill();
    await tablet.switchOn();
    const text = await undelivered(tablet);
    for (const word of tablet.held) {
      if (text.includes(word)) continue;
      tablet.held.delete(word);
      if (fault !== null && !tablets.some(({ held }) => held.has(word))) ledger.forget(word);
    }
  },
  backUpTablet: async (_storm, tablet) => {
    await tablet.close();
    await tablet.backUp();
    await tablet.switchOn();
  },
  /** What it did since and had not delivered is gone, and nobody knows which that is. */
  restoreTablet: async ({ ledger, tablets }, tablet) => {
    const text = await undelivered(tablet);
    const words = [...tablet.held].filter((word) => text.includes(word));
    await tablet.kill();
    if (await tablet.restore())
      for (const word of words) if (!tablets.some(({ held }) => held.has(word))) ledger.forget(word);
    await tablet.switchOn();
  },
};

/** Text of what it has not delivered. */
async function undelivered(tablet: StormTablet): Promise<string> {
  return (await tablet.ask('outbox', null)).map(({ text, record }) => `${record} ${text}`).join('\n');
}

/** Of everybody: nothing else happens meanwhile. */
export const siteFaults: Readonly<Record<string, Fault>> = {
  killServer: async ({ site }, _tablet, chance) => {
    await site.kill(chance.below(site.urls.length));
  },
  serverDiesAt: async ({ site }, _tablet, chance) => {
    await site.dieAt(chance.below(site.urls.length), 1 + chance.below(60));
  },
  clockOfServer: async ({ site }, _tablet, chance) => {
    // Less than an hour: beyond that, writes wait for the operator.
    await site.setClock(chance.below(site.urls.length), chance.below(50 * 60) * 1000);
  },
  copy: async (storm) => {
    await storm.settled();
    await storm.site.copy();
    storm.hasCopy = true;
    storm.ledger.copied();
  },
  restore: async (storm) => {
    if (!storm.hasCopy) return;
    await storm.settled();
    await storm.site.restore();
    const isHeld = (word: string): boolean => storm.tablets.some(({ held }) => held.has(word));
    storm.ledger.restored(isHeld);
  },
  clone: async (storm, tablet, chance) => {
    const { tablets, site, folder } = storm;
    await storm.settled();
    if (tablet.isOn) await tablet.close();
    if (tablets.length === mostTablets && !(await retire(storm, tablet))) return;
    const label = `tablet ${++storm.made}`;
    const options = { label, file: join(folder, `${storm.made}.sqlite`), server: chance.pick(site.urls) };
    tablets.push(await tablet.clone({ ...options, token: chance.pick(storm.tokens) }));
    await tablet.switchOn();
  },
};

/** The newest other tablet gives all that it has to `heir`, and is gone. False = it could not reach the server, and stays. */
async function retire({ site, tablets, tokens }: Storm, heir: StormTablet): Promise<boolean> {
  await site.raise();
  const old = tablets.findLast((tablet) => tablet !== heir);
  if (!old) return false;
  if (!old.isOn) await old.switchOn();
  old.proxy.heal();
  await old.ask('token', (old.token = tokens[0] ?? ''));
  if ((await old.ask('sync', null)).fault !== null) return false;
  const text = await old.ask('export', null);
  await heir.switchOn();
  await heir.ask('import', text);
  for (const word of old.held) if (text.includes(word)) heir.held.add(word);
  await heir.close();
  await old.dispose();
  tablets.splice(tablets.indexOf(old), 1);
  return true;
}
