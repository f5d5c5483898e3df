/**
 * Where log lines go: file descriptor 2, without ever throwing or making the process wait (decision log-sink). Lines wait in memory, up
 * to a limit; what does not fit, or cannot be written, is dropped and counted. The count is told by one line once writing works again.
 */
import { fstatSync, write } from 'node:fs';
import { Socket } from 'node:net';

/** `written` = how many bytes were taken, also with an error. */
export type Send = (
  bytes: Uint8Array,
  done: (error: NodeJS.ErrnoException | null, written: number | undefined) => void,
) => void;

export interface LogSink extends AsyncDisposable {
  write(line: string): void;
  /** Lines that nobody will see. */
  readonly dropped: () => number;
}

export interface LogSinkOptions {
  readonly send?: Send;
  /** Of lines that wait. */
  readonly maxBytes?: number;
  /** How long the end of the process waits for lines that are not written yet. */
  readonly patienceMs?: number;
}

/** Until a pipe or socket that is full is tried again. */
const retryMs = 50;

interface Batch {
  readonly bytes: Uint8Array;
  readonly lines: number;
  /** Dropped lines that its first line tells of. */
  readonly told: number;
}

export function openLogSink({ send, maxBytes = 1 << 20, patienceMs = 2000 }: LogSinkOptions = {}): LogSink {
  let waiting: string[] = [];
  let waitingBytes = 0;
  let current: Batch | null = null;
  let [dropped, untold] = [0, 0];
  let isTorn = false;
  let idle = (): void => undefined;
  let output = send;

  function drop(lines: number): void {
    dropped += lines;
    untold += lines;
  }

  function next(): void {
    current = null;
    if (waiting.length === 0) return idle();
    const lines = untold > 0 ? [notice(untold), ...waiting] : waiting;
    const bytes = Buffer.from(`${isTorn ? '\n' : ''}${lines.join('')}`);
    current = { bytes, lines: waiting.length, told: untold };
    [waiting, waitingBytes] = [[], 0];
    flush(current, bytes);
  }

  function flush(batch: Batch, rest: Uint8Array): void {
    output ??= stderr(); // not before there is a line: most tests and commands write none
    output(rest, (error, written = 0) => {
      const left = rest.subarray(written);
      if (error?.code === 'EAGAIN') setTimeout(flush, retryMs, batch, left).unref();
      else if (error) {
        isTorn = left.length < batch.bytes.length;
        drop(batch.lines);
        next();
      } else if (left.length > 0) flush(batch, left);
      else {
        isTorn = false;
        untold -= batch.told;
        next();
      }
    });
  }

  return {
    write: (line) => {
      const size = Buffer.byteLength(line);
      if (waitingBytes + size > maxBytes) return drop(1);
      waiting.push(line);
      waitingBytes += size;
      if (!current) next();
    },
    dropped: () => dropped,
    [Symbol.asyncDispose]: async () => {
      if (!current) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, patienceMs);
        idle = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
  };
}

function notice(lines: number): string {
  return `{"level":40,"time":${Date.now()},"dropped":${lines},"msg":"log lines were dropped, as they could not be written"}\n`;
}

function stderr(): Send {
  const file = fstatSync(2);
  // Opening a socket on it makes a pipe non-blocking: a write to a full one fails with EAGAIN, and holds no thread.
  if (file.isFIFO() || file.isSocket()) new Socket({ fd: 2, readable: false }).on('error', () => undefined).unref();
  return (bytes, done) => write(2, bytes, done);
}
