/** Memory of other processes, from /proc. */
import { readdirSync, readFileSync } from 'node:fs';

/** MB of one process that runs by itself: all of its resident pages. */
export function megabytesOf(pid: number): number {
  return kilobytes(pid, 'status', 'VmRSS') / 1024;
}

/** MB of a process and its descendants; what they share counts once. */
export function treeMegabytes(pid: number): number {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  const own = kilobytes(pid, 'smaps_rollup', 'Pss') / 1024;
  return children.reduce((sum, child) => sum + treeMegabytes(child), own);
}

function kilobytes(pid: number, file: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/${file}`, 'utf8'))?.[1] ?? 0);
}
