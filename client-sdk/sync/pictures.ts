/**
 * Photos and sheets that documents show, for a device without a network: copies of the server's files, fetched when the app asks for them, and dropped
 * when it no longer does. A photo that waits here is shown from its own file.
 */
import type { TokenSessions } from '../base/token-session.ts';
import { SyncError } from '../base/sync-error.ts';
import type { Copies } from '../disk/copies.ts';
import type { Photos } from './photos.ts';

interface Parts {
  readonly copies: Copies;
  readonly photos: Photos;
  readonly server: string;
  readonly sessions: TokenSessions;
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
}

export class Pictures {
  readonly #parts: Parts;
  /** Those that the server does not have or give, and those that could not be prepared. Asked for again in the next run. */
  readonly #refused = new Set<string>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The file of a photo as far as it is here. */
  async read(id: string): Promise<Blob | undefined> {
    const { copies, photos } = this.#parts;
    const waiting = photos.list().find((photo) => photo.id === id);
    return waiting ? new Blob([await photos.read(waiting)]) : await copies.read(id);
  }

  /**
   * Fetches the photos that are missing and drops all others. `prepare` makes the file that is kept, such as a smaller one. Throws
   * SyncError `offline`, and StorageError; what was fetched before stays.
   */
  async keep(ids: readonly string[], prepare: (file: Blob) => Promise<Blob> = async (file) => file): Promise<void> {
    const { copies } = this.#parts;
    const held = await copies.ids();
    await copies.drop(held.filter((id) => !ids.includes(id)));
    for (const id of new Set(ids)) {
      if (held.includes(id) || this.#refused.has(id)) continue;
      const file = await this.#fetched(id);
      const kept = file && (await prepare(file).catch(() => null));
      if (kept) await copies.put(id, kept);
      else this.#refused.add(id);
    }
  }

  /** Null if the server refuses it. */
  async #fetched(id: string): Promise<Blob | null> {
    const { server, sessions, fetch: send, timeoutMs } = this.#parts;
    const { token, ended } = sessions.current;
    try {
      const response = await send(`${server}/api/v1/photos/${id}`, {
        headers: { authorization: `Bearer ${token}`, accept: 'image/*, application/pdf' },
        signal: AbortSignal.any([ended, AbortSignal.timeout(timeoutMs)]),
        redirect: 'error',
      });
      if (response.status === 429 || response.status >= 500) throw new Error(`The answer was ${response.status}.`);
      const file = await response.blob();
      // A log-in page of the network is no photo.
      return response.ok && /^(?:image\/|application\/pdf$)/.test(file.type) ? file : null;
    } catch (cause) {
      throw new SyncError('offline', 'The server did not give the photo.', { cause });
    }
  }
}
