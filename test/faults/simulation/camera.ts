/**
 * An app of another maker beside the tablets: it announces a photo at once and sends the file when it has the time, in one piece or in
 * two, so that the server has to defer the command (contract, Files of devices).
 */
import { createHash } from 'node:crypto';
import type { Chance } from '../../kit/clock.ts';
import type { History } from './history.ts';
import type { TakenPhoto } from './scene.ts';
import { picture } from './site-moves.ts';

interface Announced {
  readonly commandId: string;
  readonly prev: string | null;
  readonly id: string;
  readonly photo: TakenPhoto;
  isSent: boolean;
}

export interface CameraParts {
  readonly history: History;
  readonly chance: Chance;
  readonly token: string;
  readonly newId: () => string;
  readonly word: () => string;
}

export class Camera {
  readonly #parts: CameraParts;
  readonly #announced: Announced[] = [];

  constructor(parts: CameraParts) {
    this.#parts = parts;
  }

  get photos(): ReadonlyMap<string, TakenPhoto> {
    return new Map(this.#announced.map(({ id, photo }) => [id, photo]));
  }

  async step(siteId: string): Promise<void> {
    const next = this.#announced.find(({ isSent }) => !isSent);
    if (next && this.#parts.chance.below(2) === 0) await this.#send(next);
    else await this.#announce(siteId);
  }

  /** The server may have lost what it was told: every file is sent again. */
  restored(): void {
    for (const each of this.#announced) each.isSent = false;
  }

  /** Everything that is announced gets its file, and its answer. */
  async settle(): Promise<void> {
    for (const each of this.#announced) if (!each.isSent) await this.#send(each);
    await this.#push(this.#announced);
  }

  async #announce(site_id: string): Promise<void> {
    const { newId, word, history } = this.#parts;
    const prev = this.#announced.at(-1)?.commandId ?? null;
    const photo = { site_id, bytes: picture(word()) };
    const each = { commandId: newId(), prev, id: newId(), photo, isSent: false };
    this.#announced.push(each);
    history.note('camera announces');
    // An earlier one is asked about along with it.
    await this.#push(this.#announced.slice(-2));
  }

  async #send(each: Announced): Promise<void> {
    const { history, chance } = this.#parts;
    const { bytes } = each.photo;
    const parts = chance.below(2) === 0 ? [0, bytes.length] : [0, 1 + chance.below(bytes.length - 1), bytes.length];
    for (const [i, from] of parts.slice(0, -1).entries()) {
      const piece = Uint8Array.from(bytes.subarray(from, parts[i + 1]));
      const range = `bytes ${from}-${from + piece.length - 1}/${bytes.length}`;
      const got = await this.#ask('PUT', `blobs/${hashOf(bytes)}`, piece, { 'content-range': range });
      if (got !== 200) throw new Error(`a piece of a file was answered ${got}`);
    }
    each.isSent = true;
    history.note(`camera sends ${parts.length - 1}`);
  }

  async #push(some: readonly Announced[]): Promise<void> {
    if (some.length === 0) return;
    const commands = some.map(({ commandId, prev, id, photo: { site_id, bytes } }) => ({
      id: commandId,
      prev,
      command: { op: 'create', kind: 'photo', id, set: { site_id, sha256: hashOf(bytes), file_name: null } },
    }));
    const body = JSON.stringify({ schema: 1, commands });
    await this.#ask('POST', 'push', Uint8Array.from(Buffer.from(body)), { 'content-type': 'application/json' });
  }

  async #ask(
    method: string,
    door: string,
    body: Uint8Array<ArrayBuffer>,
    headers: Readonly<Record<string, string>>,
  ): Promise<number> {
    const { history, token } = this.#parts;
    const path = `/api/v1/sync/${door}`;
    return (await history.deliver({ method, path, headers: { authorization: `Bearer ${token}`, ...headers }, body }))
      .status;
  }
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
