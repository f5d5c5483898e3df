/** A small file system of its own, which takes the right to mount one; even root in a container may lack it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk extends Disposable {
  readonly folder: string;
  /** From now on nothing can be written to it. */
  protect(): void;
}

/** Null where nothing may be mounted. */
export function smallDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'sitefile-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  if (status !== 0) {
    remove();
    return null;
  }
  return {
    folder,
    protect: () => void spawnSync('mount', ['-o', 'remount,ro', folder]),
    [Symbol.dispose]() {
      spawnSync('umount', ['-l', folder]);
      remove();
    },
  };
}
