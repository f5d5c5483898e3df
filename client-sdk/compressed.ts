/** Bodies on their way out: large ones go compressed wherever the platform can do it (sync protocol, Compression). */

/** Below this, compressing costs more than the bytes it saves. */
const minCharacters = 1024;

export interface SentBody {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

/** The same text gives the same bytes. */
export async function compressed(text: string): Promise<SentBody> {
  if (text.length < minCharacters || typeof CompressionStream === 'undefined') return plain(text);
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return { body: await new Response(stream).bytes(), headers: { 'content-encoding': 'gzip' } };
}

export function plain(text: string): SentBody {
  return { body: text, headers: {} };
}

/**
 * What this platform's fetch reads. A browser says so by itself and lets nobody else say it; Node's own says less than it can, and from
 * version 24 on it reads all of these.
 */
export function acceptedEncodings(): Readonly<Record<string, string>> {
  const { process } = globalThis as { readonly process?: { readonly versions?: { readonly node?: string } } }; // absent in a browser
  const major = Number(process?.versions?.node?.split('.')[0] ?? 0);
  return major >= 24 ? { 'accept-encoding': 'zstd, br, gzip, deflate' } : {};
}
