/**
 * Where tests keep their temporary files: in memory, if the machine has room for it. SQLite and PostgreSQL wait for the disk at
 * every commit; no test cuts the power, so the wait proves nothing. Killed processes and full disks behave the same in memory.
 */
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memory = '/dev/shm';
/** A whole run needs less than 1 GB at a time. A container often has only 64 MB. */
const neededBytes = 4 * 1024 ** 3;

export function temporaryFolderOfTests(): string {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= neededBytes ? memory : tmpdir();
  } catch {
    return tmpdir(); // not Linux
  }
}
