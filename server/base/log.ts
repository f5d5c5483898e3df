/** The log: one JSON line an entry on stderr, so that stdout stays for what programs read. Tokens and secrets never reach it. */
import pino, { type DestinationStream, type Logger } from 'pino';
import { openLogSink } from './log-sink.ts';

export type Log = Logger;

export function openLog(level: string, to: DestinationStream = openLogSink()): Log {
  return pino(
    {
      level,
      base: null,
      redact: {
        paths: ['*.authorization', '*.token', '*.secret', 'authorization', 'token', 'secret'],
        censor: '(hidden)',
      },
    },
    to,
  );
}
