/** Text to UTF-8 bytes without a platform (RFC 3629); a lone surrogate becomes U+FFFD, as every platform encoder does. */

export function utf8(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3);
  let length = 0;
  for (const character of text) {
    const found = character.codePointAt(0) ?? 0xfffd;
    const code = found >= 0xd800 && found <= 0xdfff ? 0xfffd : found;
    if (code < 0x80) {
      bytes[length++] = code;
      continue;
    }
    const tail = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    bytes[length++] = (0xf0 << (3 - tail)) | (code >> (6 * tail));
    for (let shift = tail - 1; shift >= 0; shift--) bytes[length++] = 0x80 | ((code >> (6 * shift)) & 0x3f);
  }
  return bytes.slice(0, length);
}
