/**
 * The ground that a behaviour of the SDK stands on: a server of its own, and devices beside it on one kind of storage. The same in Node
 * and in a page, so that the suite is written once (contract, Devices).
 */
import type { Device, DeviceOptions } from '../../../client-sdk/index.ts';
import { openClock } from '../../kit/clock.ts';
import type { Place } from '../../kit/places.ts';
import { openTablet } from '../../kit/tablet.ts';
import type { About, Controls } from './controls.ts';
import { openLine, type Line } from './line.ts';

/** A kind of storage, and where its servers come from. */
export interface Ground {
  readonly openControls: () => Promise<Controls>;
  /** An empty place of its own for one replica. */
  readonly newPlace: () => Place;
}

export interface TabletOptions extends Partial<Omit<DeviceOptions, 'storage' | 'name'>> {
  /** The replica that was there before; a fresh one by default. */
  readonly place?: Place;
  /** What stands between the device and the server. */
  readonly through?: Pick<DeviceOptions, 'server'> & Partial<Pick<DeviceOptions, 'fetch'>>;
}

export interface LimitedToken {
  readonly token: string;
  readonly limitTo: (projectIds: readonly string[] | null) => Promise<void>;
}

export interface Site extends AsyncDisposable, About {
  readonly server: Controls;
  /** ms since 1970, by the clock that devices and server share. */
  readonly now: () => number;
  advance(ms: number): Promise<void>;
  /** Closed with the site. RxDB allows 13 open collections in a process, so at most four are open at a time. */
  device(options?: TabletOptions): Promise<Device>;
  newPlace(): Place;
  /** A token that reaches these projects alone, until an administrator says otherwise; null = all. */
  limitedToken(projectIds: readonly string[]): Promise<LimitedToken>;
  /** A line to the server on which the behaviour sees every request, and may answer in its place. */
  gateway(): Promise<Line>;
  /** The server starts again; its address is another one then. */
  restart(how: 'restore' | 'update'): Promise<void>;
}

/** Nobody listens there. */
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
