/** A log whose lines a test reads. */
import { Writable } from 'node:stream';
import type { JsonObject } from '../../shared/base/json.ts';
import { openLog, type Log } from '../../server/base/log.ts';

export function keptLog(): { readonly log: Log; readonly lines: JsonObject[] } {
  const lines: JsonObject[] = [];
  const to = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(JSON.parse(chunk.toString()) as JsonObject);
      done();
    },
  });
  return { log: openLog('info', to), lines };
}
