/** Uploads one file in parts, from where the server has it (sync protocol, files of devices). */
import { SyncError } from '../base/sync-error.ts';
import type { SyncTransport } from './sync-transport.ts';

/** What a cut connection costs at most. */
const partBytes = 256 * 1024;
/** A file that arrives damaged this often is given up. */
const maxMismatches = 3;

/** Pauses after each part. Throws a SyncError. `read` returns the whole file, and is not called if the server has it. */
export async function* uploadFile(
  transport: SyncTransport,
  sha256: string,
  total: number,
  read: () => Promise<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<void> {
  let state = await transport.file(sha256);
  if (state.complete) return;
  const file = await read();
  for (let mismatches = 0; !state.complete;) {
    // A server that was killed may have every byte and not have checked them; a part is never empty.
    const from = Math.min(state.received, total - 1);
    try {
      state = await transport.file(sha256, { from, total, bytes: file.slice(from, from + partBytes) });
      yield;
    } catch (error) {
      const code = error instanceof SyncError ? error.problem?.code : undefined;
      const isRetried = code === 'conflict' || (code === 'blob_mismatch' && ++mismatches < maxMismatches);
      if (!isRetried) throw error;
      state = await transport.file(sha256);
    }
  }
}
