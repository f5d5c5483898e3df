/** Stores half of a blob, says so, and waits for the other half, which never comes. */
import { openFileBlobs } from '../../server/blobs/blobs.ts';

const { dir } = JSON.parse(process.argv[2] ?? '') as { dir: string }; // the test that starts it writes it

async function* half(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(100_000);
  process.stdout.write('half\n');
  process.stdin.resume(); // keeps the process alive
  await new Promise(() => undefined);
}

await openFileBlobs(dir).put('org', half(), 1_000_000);
