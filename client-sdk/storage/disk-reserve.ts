/**
 * Room on the disk beside a durable file, given up when the disk is full, so that a full tablet can still store what the server answers.
 * New work is accepted only while it is held.
 */
import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { saysNoRoom } from '../../shared/base/no-room.ts';

/** Enough for SQLite's log up to a checkpoint, and for the answers to some thousand changes. */
const reserveBytes = 8 * 1024 * 1024;

/** Bytes that a file in the folder of this one may still take. */
export function freeBytes(file: string): number {
  const { bavail, bsize } = statfsSync(dirname(file));
  return bavail * bsize;
}

export class DiskReserve {
  readonly #path: string;
  #isHeld: boolean;

  constructor(file: string) {
    this.#path = `${file}-reserve`;
    this.#isHeld = statSync(this.#path, { throwIfNoEntry: false })?.size === reserveBytes;
  }

  /** Takes it if it is not held. Throws ENOSPC if the disk has no room for it. */
  require(): void {
    if (this.#isHeld) return;
    try {
      if (freeBytes(this.#path) < reserveBytes) throw noRoom();
      writeFileSync(this.#path, Buffer.alloc(reserveBytes, 1));
      this.#isHeld = true;
    } catch (error) {
      rmSync(this.#path, { force: true });
      // A limit of the size of a file says nothing of the disk: then there is no reserve.
      if (error instanceof Error && saysNoRoom(error) && !('code' in error && error.code === 'EFBIG')) throw error;
    }
  }

  /** False if there was nothing to give up. */
  release(): boolean {
    if (!this.#isHeld) return false;
    this.#isHeld = false;
    rmSync(this.#path, { force: true });
    return true;
  }
}

function noRoom(): Error {
  return Object.assign(new Error('The disk has too little room for new work.'), { code: 'ENOSPC' });
}
