/**
 * What changes on some days who somebody is and what the server knows (contract, The simulation): copies of a tablet that both go on, a
 * server that is put back to a copy of it, other roles, and other tokens.
 */
import { join } from 'node:path';
import { durableStorage } from '../../../client-sdk/storage/durable.ts';
import type { Engine } from '../../../server/store/engine/engine.ts';
import type { Role } from '../../../shared/model/access.ts';
import type { Chance } from '../../kit/clock.ts';
import { memoryPlace, type Place } from '../../kit/places.ts';
import type { World } from '../../kit/world.ts';
import { newBadge, type Badge } from './badge.ts';
import type { Camera } from './camera.ts';
import type { History } from './history.ts';
import type { Tablet, TabletParts } from './tablet.ts';

export interface Upheavals {
  readonly hasClones: boolean;
  readonly hasRestores: boolean;
  /** Roles and tokens change; each tablet belongs to a user. */
  readonly hasPeople: boolean;
}

const mostClones = 2;
/** Seldom enough that work goes on between two. */
const oneIn = 12;
const dayMs = 86_400_000;
const roles: readonly Role[] = ['admin', 'manager', 'supervisor', 'viewer'];

/** A receiver and a renderer would hear of what is lost, and are left out. */
export function upheavalsOf(seed: number, isFollowed: boolean): Upheavals {
  return { hasClones: seed % 3 === 1, hasRestores: seed % 4 === 2 && !isFollowed, hasPeople: seed % 5 === 0 };
}

interface Parts extends Upheavals {
  readonly engine: Engine;
  readonly world: World;
  readonly history: History;
  readonly chance: Chance;
  readonly tablets: Tablet[];
  readonly badges: Badge[];
  readonly camera: Camera;
  /** Of a further tablet. */
  readonly partsOf: (name: string, place: Place) => TabletParts;
  readonly folder: string;
  readonly passTime: (ms: number) => Promise<void>;
}

export class Upheaval {
  readonly #parts: Parts;
  #clones = 0;
  #putBack: (() => Promise<void>) | undefined;
  #wasRestored = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Seldom it does something. */
  async step(): Promise<void> {
    const { chance, hasClones, hasRestores, hasPeople } = this.#parts;
    const kinds = [
      ...(hasClones ? [() => this.#clone()] : []),
      ...(hasRestores ? [() => this.#copyOrRestore()] : []),
      ...(hasPeople ? [() => this.#changeRole(), () => this.#changeToken()] : []),
    ];
    if (kinds.length > 0 && chance.below(oneIn) === 0) await chance.pick(kinds)();
  }

  /** Everybody may write again. */
  async calm(): Promise<void> {
    for (const { badge } of this.#parts.tablets) if (badge.role === 'viewer') await this.#become(badge, 'supervisor');
  }

  /** What is about a record that the server has lost is refused for good once nobody can be expected to give that back. */
  async giveUpWaiting(): Promise<boolean> {
    if (this.#wasRestored) await this.#parts.passTime(20 * dayMs);
    return this.#wasRestored;
  }

  async #clone(): Promise<void> {
    const { history, chance, tablets, badges, world, partsOf, folder } = this.#parts;
    if (this.#clones === mostClones) return;
    const tablet = chance.pick(tablets);
    await tablet.close();
    const name = `clone${++this.#clones}`;
    history.note(`${tablet.parts.name} clones ${name}`);
    const file = join(folder, `${name}.db`);
    const isDurable = tablet === tablets[0];
    const place = isDurable ? { storage: () => durableStorage({ file }) } : memoryPlace();
    const badge = await newBadge(world, tablet.badge.role, name, this.#parts.hasPeople);
    badges.push(badge);
    const clone = await tablet.clone(partsOf(name, place), badge);
    tablets.push(clone);
    for (const each of [tablet, clone]) {
      await each.open();
      await each.listen();
    }
  }

  async #copyOrRestore(): Promise<void> {
    const { history, chance, camera } = this.#parts;
    if (!this.#putBack || chance.below(3) === 0) return await this.#copy();
    history.note('server restored');
    await this.#putBack();
    camera.restored();
    this.#wasRestored = true;
  }

  async #copy(): Promise<void> {
    const { world, history, tablets, badges, engine } = this.#parts;
    history.note('server copied');
    // PostgreSQL is copied while the server is closed: a seed is the same day on both engines.
    if (engine === 'sqlite') await world.restart();
    const restore = await world.backUp();
    const forget = history.copy();
    const then = badges.map((badge) => ({ badge, ...badge }));
    this.#putBack = async () => {
      await restore();
      forget();
      for (const { badge, role, grant, past } of then) Object.assign(badge, { role, grant, past });
      const known = new Set(then.map(({ badge }) => badge));
      for (const tablet of tablets) if (!known.has(tablet.badge)) await this.#renew(tablet);
    };
  }

  async #changeRole(): Promise<void> {
    const { chance, tablets } = this.#parts;
    const { badge, parts } = chance.pick(tablets);
    const role = chance.pick(roles);
    if (badge.userId === null) return;
    this.#parts.history.note(`${parts.name} becomes ${role}`);
    await this.#become(badge, role);
  }

  async #become(badge: Badge, role: Role): Promise<void> {
    const { status, text } = await this.#parts.world.api('PUT', `/api/v1/users/${badge.userId}`, { role });
    if (status !== 200) throw new Error(`the role was not changed: ${text}`);
    badge.role = role;
  }

  /** Somebody else takes the tablet; often the token before is revoked. */
  async #changeToken(): Promise<void> {
    const { chance, tablets, world } = this.#parts;
    const tablet = chance.pick(tablets);
    const { tokenId } = tablet.badge;
    const isRevoked = chance.below(3) > 0;
    await this.#renew(tablet);
    if (!isRevoked) return;
    const { status, text } = await world.api('POST', `/api/v1/tokens/${tokenId}/revoke`, {});
    if (status !== 200) throw new Error(`the token was not revoked: ${text}`);
  }

  async #renew(tablet: Tablet): Promise<void> {
    const { world, badges, history } = this.#parts;
    const { role } = tablet.badge;
    const badge = await newBadge(world, role === 'viewer' ? 'manager' : role, tablet.parts.name, true);
    badges.push(badge);
    tablet.use(badge);
    history.note(`${tablet.parts.name} has another token`);
  }
}
