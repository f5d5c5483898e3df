/** What the delivery log keeps of a response: its beginning, with control characters escaped. */

const keptBytes = 4096;

/** The first 4 KiB as text; invalid UTF-8 becomes U+FFFD, control and format characters become `\u…`. */
export function responseText(body: Uint8Array): string {
  return escapeControls(new TextDecoder('utf-8', { ignoreBOM: true }).decode(body.subarray(0, keptBytes)));
}

/** Headers worth logging. */
const keptHeaders = ['content-type', 'location', 'retry-after', 'server', 'webhook-delivery', 'x-request-id'] as const;
export type KeptHeaders = { readonly [Name in (typeof keptHeaders)[number]]?: string };

/** Undefined if the response has none of them. */
export function responseHeaders(headers: Readonly<Record<string, unknown>>): KeptHeaders | undefined {
  const kept = keptHeaders.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, escapeControls(value).slice(0, 200)] as const] : [];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

export function escapeControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}
