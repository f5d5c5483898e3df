/**
 * The environment of an SDK test: its own server, and devices on one kind of storage. The same in Node
 * and in a browser page, so that the suite is written once (contract, Devices).
 */
import type { Device, DeviceOptions } from '../../../client-sdk/index.ts';
import { openClock } from '../../kit/clock.ts';
import type { Place } from '../../kit/places.ts';
import { openTablet } from '../../kit/tablet.ts';
import type { About, Controls } from './controls.ts';
import { openLine, type Line } from './line.ts';

/** A kind of storage, and how its servers are started. */
export interface Ground {
  readonly openControls: () => Promise<Controls>;
  /** A new, empty storage for one replica. */
  readonly newPlace: () => Place;
}

export interface TabletOptions extends Partial<Omit<DeviceOptions, 'storage' | 'name'>> {
  /** The storage of an earlier replica; a new one by default. */
  readonly place?: Place;
  /** The network between the device and the server. */
  readonly through?: Pick<DeviceOptions, 'server'> & Partial<Pick<DeviceOptions, 'fetch'>>;
}

export interface LimitedToken {
  readonly token: string;
  readonly limitTo: (projectIds: readonly string[] | null) => Promise<void>;
}

export interface Site extends AsyncDisposable, About {
  readonly server: Controls;
  /** Milliseconds since 1970, by the clock that devices and server share. */
  readonly now: () => number;
  advance(ms: number): Promise<void>;
  /** Closed with the site. RxDB allows 13 open collections in a process, so at most four are open at a time. */
  device(options?: TabletOptions): Promise<Device>;
  newPlace(): Place;
  /** A token limited to these projects, until an administrator changes it; null = all. */
  limitedToken(projectIds: readonly string[]): Promise<LimitedToken>;
  /** A connection to the server on which the test sees every request and may answer it. */
  gateway(): Promise<Line>;
  /** Restarts the server; its address changes. */
  restart(how: 'restore' | 'update'): Promise<void>;
}

/** No server listens here. */
export const nowhere = { server: 'http://127.0.0.1:9' };

export async function openSite({ openControls, newPlace }: Ground): Promise<Site> {
  await using opening = new AsyncDisposableStack();
  const server = await openControls();
  opening.defer(() => server.close());
  const clock = openClock();
  let about = await server.about();
  let seed = 100;
  const opened = opening.move();
  return {
    get url() {
      return about.url;
    },
    adminToken: about.adminToken,
    organisationId: about.organisationId,
    server,
    now: clock.now,
    advance: async (ms) => {
      clock.advance(ms);
      await server.advance(ms);
    },
    device: async ({ place = newPlace(), through = {}, ...options } = {}) =>
      opened.use(
        await openTablet(
          { url: about.url, adminToken: about.adminToken, clock },
          { seed: ++seed, place, ...through, ...options },
        ),
      ),
    newPlace,
    limitedToken: async (projectIds) => {
      const { token, id } = await server.limitedToken(projectIds);
      const limitTo: LimitedToken['limitTo'] = async (project_ids) => {
        const { status, text } = await server.api('PUT', `/api/v1/tokens/${id}`, { project_ids });
        if (status !== 200) throw new Error(`the token was not limited: ${text}`);
      };
      return { token, limitTo };
    },
    gateway: async () => openLine(await server.openGateway()),
    restart: async (how) => {
      await server[how]();
      about = await server.about();
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
