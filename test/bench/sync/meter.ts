/** What a server process has used: bytes on its sockets, headers and frames included, memory at its highest, time of the processor. */
import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

export interface Used {
  readonly bytesUp: number;
  readonly bytesDown: number;
  /** Resident memory of this process, now and at its highest. */
  readonly megabytes: number;
  readonly peakMegabytes: number;
  readonly cpuMs: number;
}

/** Counts every socket that is opened to this process from now on. */
export function openMeter(): () => Used {
  const open = new Set<Socket>();
  let [up, down] = [0, 0];
  subscribe('net.server.socket', (message) => {
    const { socket } = message as { readonly socket: Socket }; // as Node describes this channel
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      up += socket.bytesRead;
      down += socket.bytesWritten;
    });
  });
  return () => ({
    bytesUp: [...open].reduce((sum, { bytesRead }) => sum + bytesRead, up),
    bytesDown: [...open].reduce((sum, { bytesWritten }) => sum + bytesWritten, down),
    megabytes: process.memoryUsage.rss() / 1_048_576,
    peakMegabytes: peakMegabytes(),
    cpuMs: process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000,
  });
}

export function peakMegabytes(): number {
  return process.resourceUsage().maxRSS / 1024;
}

/** ms; the same in all processes of the machine. */
export function clock(): number {
  return performance.timeOrigin + performance.now();
}
