/** One tablet of a simulation: its device, its weather, its wrong clock, and the exchange that may stand still half way. */
import { isDeepStrictEqual } from 'node:util';
import type { Device } from '../../../client-sdk/index.ts';
import type { OutboxItem } from '../../../client-sdk/outbox.ts';
import { SyncError } from '../../../client-sdk/base/sync-error.ts';
import type { Chance } from '../../kit/clock.ts';
import type { Place } from '../../kit/places.ts';
import { openTablet } from '../../kit/tablet.ts';
import type { Weather } from '../../kit/weather.ts';
import type { World } from '../../kit/world.ts';
import { cloneReplica } from '../../sdk/support/clone-replica.ts';
import type { Badge } from './badge.ts';
import type { History } from './history.ts';
import type { TakenPhoto } from './scene.ts';

export interface TabletParts {
  readonly world: World;
  readonly history: History;
  readonly chance: Chance;
  readonly name: string;
  readonly place: Place;
  readonly weather: Weather;
  /** Of the server as this tablet knows it; another one where a real proxy stands between. */
  readonly server?: string;
}

export class Tablet {
  readonly parts: TabletParts;
  /** How far its clock is off, in ms. */
  skewMs = 0;
  badge: Badge;
  /** Every command that it ever kept for the server, by id. */
  readonly made = new Map<string, OutboxItem>();
  /** What was refused and then discarded or sent again, by id. */
  readonly answered = new Map<string, OutboxItem>();
  /** Everything that was photographed with it. */
  readonly photos = new Map<string, TakenPhoto>();
  #device: Device | undefined;
  #exchange: Promise<void> | undefined;
  #refused = new Map<string, OutboxItem>();

  constructor(parts: TabletParts, badge: Badge) {
    this.parts = parts;
    this.badge = badge;
  }

  get device(): Device {
    if (!this.#device) throw new Error(`${this.parts.name} is not open`);
    return this.#device;
  }

  get isOpen(): boolean {
    return this.#device !== undefined;
  }

  get isExchanging(): boolean {
    return this.#exchange !== undefined;
  }

  async open(): Promise<void> {
    const { world, chance, name, place, weather, server = 'http://sitefile.test' } = this.parts;
    this.#device = await openTablet(world, {
      place,
      server,
      token: this.badge.token,
      name,
      deviceLabel: name,
      now: () => world.clock.now() + this.skewMs,
      random: (bytes) => {
        bytes.set(chance.bytes(bytes.length));
        return bytes;
      },
      fetch: weather.fetch,
      // Nothing here waits for a clock, and a busy machine shall not look like a bad network.
      timeoutMs: 600_000,
    });
  }

  /** What is under way never gets through; all that was written stays. */
  async close(): Promise<void> {
    if (!this.#device) return;
    while (this.#exchange) {
      this.parts.weather.release(true);
      await this.parts.weather.follow(this.#exchange);
    }
    await this.device.close();
    this.#device = undefined;
  }

  /** Begins an exchange, or goes on with the one that stands still, as far as the weather lets it come. */
  async exchange(): Promise<void> {
    const { weather } = this.parts;
    if (this.#exchange) weather.release(this.parts.chance.below(4) === 0);
    else this.#exchange = this.#sync();
    await weather.follow(this.#exchange);
  }

  /** In good weather, to the end. */
  async settle(): Promise<void> {
    await this.#exchange;
    await this.device.sync();
  }

  /** Remembers what waits here: each of it has to reach the server exactly once. */
  async listen(): Promise<void> {
    const items = await this.device.outbox.list();
    const kept = new Set(items.map(({ id }) => id));
    for (const [id, item] of this.#refused) if (!kept.has(id)) this.answered.set(id, item);
    this.#refused = new Map(items.filter(({ state }) => state === 'refused').map((item) => [item.id, item]));
    for (const item of items) {
      const before = this.made.get(item.id);
      if (before && !isDeepStrictEqual(before.mine, item.mine)) throw new Error(`command ${item.id} has changed`);
      this.made.set(item.id, item);
    }
  }

  /** From the next request on. */
  use(badge: Badge): void {
    this.badge = badge;
    this.#device?.useToken(badge.token);
  }

  /** Another tablet on a copy of what this one has stored; this one is closed. */
  async clone(parts: TabletParts, badge: Badge): Promise<Tablet> {
    const [from, to] = [this.parts, parts].map(({ place, name }) => ({ ...place, name })) as [Place, Place]; // as many
    await cloneReplica(from, to);
    const clone = new Tablet(parts, badge);
    for (const [id, item] of this.made) clone.made.set(id, item);
    for (const [id, item] of this.answered) clone.answered.set(id, item);
    for (const [id, photo] of this.photos) clone.photos.set(id, photo);
    return clone;
  }

  async #sync(): Promise<void> {
    try {
      await this.device.sync();
    } catch (error) {
      if (!(error instanceof SyncError)) throw error;
      this.parts.history.note(`${this.parts.name} ${error.fault}`);
    } finally {
      this.#exchange = undefined;
    }
  }
}
