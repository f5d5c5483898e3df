/**
 * Random work on a site by seed, under everything that goes wrong there, and then calm: what was acknowledged must be there, once, on
 * the server and on every tablet (contract, FT3).
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Engine } from '../../server/store/engine/engine.ts';
import { openChance } from '../kit/clock.ts';
import { calm } from './calm.ts';
import { siteFaults, tabletFaults, type Storm } from './faults.ts';
import { Ledger } from './ledger.ts';
import { officeMoves } from './office.ts';
import { openPeople } from './people.ts';
import { plan, type Step } from './plan.ts';
import { Poller } from './poller.ts';
import type { Report } from './report.ts';
import { Site } from './site.ts';
import { openStore } from './store.ts';
import { StormTablet } from './tablet.ts';

export interface StormOptions {
  readonly engine: Engine;
  readonly seed: number;
  readonly minutes: number;
  /** Between two steps. */
  readonly stepMs?: number;
  /** Folder for the record; undefined = none is kept. */
  readonly keep?: string | undefined;
}

const firstTablets = 4;

export async function storm({ engine, seed, minutes, stepMs = 40, keep }: StormOptions): Promise<Report> {
  await using opened = new AsyncDisposableStack();
  const store = opened.use(await openStore(engine, keep));
  const site = await Site.open(store, engine === 'postgres' ? 2 : 1);
  opened.defer(() => site.close());
  const people = await openPeople(site.urls[0] ?? '');
  const busy = new Map<StormTablet | null, Promise<void>>();
  const state: Storm = {
    site,
    folder: store.folder,
    ledger: new Ledger((line) => appendFileSync(join(store.folder, 'record.log'), line)),
    poller: new Poller(site.urls),
    tablets: [],
    ...people,
    settled: async () => void (await Promise.all(busy.values())),
    hasCopy: false,
    made: 0,
  };
  opened.defer(async () => void (await Promise.all(state.tablets.map((tablet) => tablet.dispose()))));
  for (let i = 0; i < firstTablets; i++) {
    const label = `tablet ${++state.made}`;
    const server = site.urls[i % site.urls.length] ?? '';
    const token = people.tokens[i % people.tokens.length] ?? '';
    state.tablets.push(
      await StormTablet.open({ label, file: join(store.folder, `${state.made}.sqlite`), server, token }),
    );
  }

  const chance = openChance(seed);
  const end = performance.now() + minutes * 60_000;
  for (const step of plan(chance)) {
    if (performance.now() > end) break;
    const tablet = state.tablets[step.tablet % state.tablets.length];
    if (!tablet) throw new Error('there is no tablet');
    const who = step.sphere === 'office' ? null : tablet;
    await busy.get(who);
    const doing = take(step, state, tablet).catch((error: unknown) => noteFault(step, state, error));
    busy.set(who, doing);
    if (step.sphere === 'siteFault' || step.sphere === 'raise') await doing;
    await pause(stepMs);
  }
  await state.settled();
  return await calm(state);
}

async function take(step: Step, state: Storm, tablet: StormTablet): Promise<void> {
  const { sphere, name, draw, word } = step;
  const { ledger, site } = state;
  ledger.count(name);
  const who = sphere === 'tablet' || sphere === 'tabletFault' ? ` on ${tablet.label}` : '';
  ledger.note(`${name}${who} ${word} ${draw}`);
  if (sphere === 'raise') return await site.raise();
  if (sphere === 'siteFault') return await siteFaults[name]?.(state, tablet, openChance(draw));
  if (sphere === 'office') {
    const work = await officeMoves[name]?.({ urls: site.urls, chance: openChance(draw), ledger }, word, draw);
    if (work) ledger.add({ ...work, by: 'office', move: name });
    return;
  }
  if (!tablet.isOn) await tablet.switchOn();
  if (sphere === 'tabletFault') return await tabletFaults[name]?.(state, tablet, openChance(draw));
  ledger.unsure.add(word);
  const work = await tablet.ask('move', { name, word, draw });
  if (!work) return;
  tablet.held.add(word);
  ledger.add({ ...work, by: tablet.label, move: name });
}

/** A tablet may be killed while it works; anything else is reported. */
function noteFault({ name }: Step, { ledger }: Storm, error: unknown): void {
  const text = error instanceof Error ? error.message : String(error);
  if (!text.includes('ended early') && !text.includes('is off')) ledger.fault(`${name}: ${text}`);
}
