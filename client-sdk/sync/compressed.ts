/** Request bodies, gzipped if they are large and the platform can (sync protocol, Compression). */

/** Below this, compressing costs more than the bytes it saves. */
const minCharacters = 1024;

/** Node's `process`; absent in a browser. Its zlib takes a fifth of the time of a CompressionStream. */
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

/** For commands: 1 % larger than the default level 6, in half the time. */
const options = { level: 3 };
/** Up to this size, compressing synchronously is faster than handing over to another thread. */
const maxCharactersAtOnce = 128 * 1024;

export interface SentBody {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Deterministic: the same text gives the same bytes. */
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
 * The encodings that fetch can decode. Browsers set the header themselves and forbid setting it; Node names fewer than it decodes, which
 * from version 24 on are all of these.
 */
export function acceptedEncodings(): Readonly<Record<string, string>> {
  const major = Number(platform?.versions?.node?.split('.')[0] ?? 0);
  return major >= 24 ? { 'accept-encoding': 'zstd, br, gzip, deflate' } : {};
}
