/**
 * Which uploads have begun and not ended, by organisation, with the token that sends each: for caps on them (contract, Security), and so
 * that none is deleted while a request works on it. The files say what there is; who sent them is known since the start of this process.
 */

export interface UploadCaps {
  readonly uploadsByToken: number;
  readonly uploadsByOrganisation: number;
  readonly uploadBytesByOrganisation: number;
}

interface HalfUpload {
  owner: string | null;
  /** Of the whole file, as announced. */
  bytes: number;
  /** Requests that work on it now. */
  holders: number;
  /** ms since 1970 */
  heldAt: number;
}

/** An upload that nobody has continued for this long gives way to a new one when the organisation is at its cap. */
const idleMs = 3_600_000;

/** Of one organisation. Least recently held first. */
export class HalfUploads {
  readonly #uploads = new Map<string, HalfUpload>();
  readonly #caps: UploadCaps;

  constructor(
    caps: UploadCaps,
    found: readonly { readonly name: string; readonly bytes: number; readonly at: number }[],
  ) {
    this.#caps = caps;
    for (const { name, bytes, at } of found.toSorted((a, b) => a.at - b.at))
      this.#uploads.set(name, { owner: null, bytes, holders: 0, heldAt: at });
  }

  isHeld(name: string): boolean {
    return (this.#uploads.get(name)?.holders ?? 0) > 0;
  }

  forget(name: string): void {
    if (!this.isHeld(name)) this.#uploads.delete(name);
  }

  /**
   * The uploads that have to be deleted before this one may begin: those that its token left longest ago, or that nobody continues. Null =
   * there is no room even then.
   */
  roomFor(name: string, owner: string, bytes: number, nowMs: number): readonly string[] | null {
    if (this.#uploads.has(name)) return [];
    const others = [...this.#uploads];
    const own = others.filter(([, upload]) => upload.owner === owner);
    const left = (uploads: typeof others) => uploads.filter(([, { holders }]) => holders === 0);
    const { uploadsByToken, uploadsByOrganisation, uploadBytesByOrganisation } = this.#caps;
    const victims = new Map(left(own).slice(0, Math.max(0, own.length + 1 - uploadsByToken)));
    if (own.length - victims.size >= uploadsByToken) return null;
    const idle = left(others).filter(([, upload]) => upload.owner === owner || upload.heldAt < nowMs - idleMs);
    const size = (): number =>
      others.reduce((sum, [other, upload]) => sum + (victims.has(other) ? 0 : upload.bytes), 0);
    const isFull = (): boolean =>
      others.length - victims.size >= uploadsByOrganisation || size() + bytes > uploadBytesByOrganisation;
    for (const [other, upload] of idle) if (isFull()) victims.set(other, upload);
    return isFull() ? null : [...victims.keys()];
  }

  /** Returns what ends the work on it. */
  hold(name: string, owner: string, bytes: number, nowMs: number): () => void {
    const upload = this.#uploads.get(name) ?? { owner, bytes, holders: 0, heldAt: nowMs };
    this.#uploads.delete(name);
    this.#uploads.set(name, upload);
    Object.assign(upload, { owner, bytes: Math.max(bytes, upload.bytes), heldAt: nowMs, holders: upload.holders + 1 });
    return () => void upload.holders--;
  }
}
