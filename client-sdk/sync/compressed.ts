/** Bodies on their way out: large ones go compressed wherever the platform can do it (sync protocol, Compression). */

/** Below this, compressing costs more than the bytes it saves. */
const minCharacters = 1024;

/** Node's `process`, as far as it is looked into here; absent in a browser. Its own gzip takes a fifth of the time of a stream. */
const { process: platform } = globalThis as {
  readonly process?: {
    readonly versions?: { readonly node?: string };
    readonly getBuiltinModule?: (id: 'node:zlib') => Zlib | undefined;
  };
};

interface Zlib {
  gzip(text: string, options: object, done: (error: Error | null, bytes: Uint8Array<ArrayBuffer>) => void): void;
  gzipSync(text: string, options: object): Uint8Array<ArrayBuffer>;
}

/** Of commands it makes one part in a hundred more than the usual 6, in half the time. */
const options = { level: 3 };
/** Done before another thread would have begun. */
const maxCharactersAtOnce = 128 * 1024;

export interface SentBody {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

/** The same text gives the same bytes. */
export async function compressed(text: string): Promise<SentBody> {
  if (text.length < minCharacters) return plain(text);
  const headers = { 'content-encoding': 'gzip' };
  const zlib = platform?.getBuiltinModule?.('node:zlib');
  if (zlib && text.length <= maxCharactersAtOnce) return { body: zlib.gzipSync(text, options), headers };
  if (zlib)
    return new Promise((resolve, reject) => {
      zlib.gzip(text, options, (error, body) => (error ? reject(error) : resolve({ body, headers })));
    });
  if (typeof CompressionStream === 'undefined') return plain(text);
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return { body: await new Response(stream).bytes(), headers };
}

export function plain(text: string): SentBody {
  return { body: text, headers: {} };
}

/**
 * What this platform's fetch reads. A browser says so by itself and lets nobody else say it; Node's own says less than it can, and from
 * version 24 on it reads all of these.
 */
export function acceptedEncodings(): Readonly<Record<string, string>> {
  const major = Number(platform?.versions?.node?.split('.')[0] ?? 0);
  return major >= 24 ? { 'accept-encoding': 'zstd, br, gzip, deflate' } : {};
}
