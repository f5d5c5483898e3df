/**
 * Photos and sheets that documents show, for a device without a network: copies of the server's files, fetched when the app asks for them, and dropped
 * when it no longer does. A photo that waits here is shown from its own file.
 */
import type { TokenSessions } from '../base/token-session.ts';
import { Patience } from '../base/patience.ts';
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
   * SyncError `offline` if the server does not answer or a file was cut, and StorageError; all others that can be fetched are.
   */
  async keep(ids: readonly string[], prepare: (file: Blob) => Promise<Blob> = async (file) => file): Promise<void> {
    const { copies } = this.#parts;
    const held = await copies.ids();
    await copies.drop(held.filter((id) => !ids.includes(id)));
    let cut: SyncError | undefined;
    for (const id of new Set(ids)) {
      if (held.includes(id) || this.#refused.has(id)) continue;
      const file = await this.#fetched(id);
      if (file instanceof SyncError) {
        cut = file;
        continue;
      }
      const kept = file && (await prepare(file).catch(() => null));
      if (kept) await copies.put(id, kept);
      else this.#refused.add(id);
    }
    if (cut) throw cut;
  }

  /** Null if the server refuses it; an error if it was cut on its way. Throws one if the server does not answer. */
  async #fetched(id: string): Promise<Blob | SyncError | null> {
    const { server, sessions, fetch: send, timeoutMs } = this.#parts;
    const { token, ended } = sessions.current;
    const patience = new Patience(timeoutMs);
    let isAnswered = false;
    try {
      const response = await send(`${server}/api/v1/photos/${id}`, {
        headers: { authorization: `Bearer ${token}`, accept: 'image/*, application/pdf' },
        signal: AbortSignal.any([ended, patience.signal]),
        redirect: 'error',
      });
      if (response.status === 429 || response.status >= 500) throw new Error(`The answer was ${response.status}.`);
      isAnswered = true;
      const file = await patience.read(response);
      // A log-in page of the network is no photo.
      return response.ok && /^(?:image\/|application\/pdf\b)/.test(file.type) ? file : null;
    } catch (cause) {
      const error = new SyncError('offline', 'The server did not give the photo.', { cause });
      if (isAnswered) return error;
      throw error;
    } finally {
      patience.end();
    }
  }
}
