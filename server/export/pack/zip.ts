/**
 * A ZIP as a stream: one piece of one file is in memory at a time. The same files give the same bytes. Nothing is compressed, because PDF and
 * photos are already; each file is a deflated entry all the same, since programs that read a ZIP as a stream refuse stored ones.
 */
import { Zip, ZipDeflate } from 'fflate';

interface ZippedFile {
  /** With `/` between folders; safe and unique (names.ts). */
  readonly path: string;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** The earliest time a zip entry can hold. Zip times have no zone, so it is local time. */
const zipEpoch = new Date(1980, 0, 1);

/** Of which the checksum is worked out at once, so that nothing else waits for it. */
const pieceBytes = 64 * 1024;

export async function* zipped(files: AsyncIterable<ZippedFile>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, bytes) => {
    if (error) failure = error;
    else ready.push(bytes);
  });
  for await (const { path, content } of files) {
    const entry = new ZipDeflate(path, { level: 0 });
    entry.mtime = zipEpoch;
    zip.add(entry);
    for await (const bytes of content)
      for (let at = 0; at < bytes.length; at += pieceBytes) {
        entry.push(bytes.subarray(at, at + pieceBytes));
        yield* taken();
      }
    entry.push(new Uint8Array(0), true);
    yield* taken();
  }
  zip.end();
  yield* taken();

  function taken(): Uint8Array[] {
    if (failure) throw failure;
    return ready.splice(0);
  }
}
