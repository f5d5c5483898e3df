/** Encrypts exports of unsent work: PBKDF2 and AES-256-GCM by Web Crypto. */
import { fromBase64, toBase64 } from '../base/base64.ts';
import { iterations, UnsentFileError, type SealedFile } from '../../shared/sync/unsent-file.ts';

/** Throws UnsentFileError `passphrase_needed`, or `no_cipher` on a page that was not loaded over https. */
export async function sealText(
  text: string,
  passphrase: string,
  random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array,
): Promise<string> {
  if (passphrase.length < 8)
    throw new UnsentFileError('passphrase_needed', 'The passphrase of an export needs at least 8 characters.');
  const salt = new Uint8Array(16);
  const iv = new Uint8Array(12);
  random(salt);
  random(iv);
  const key = await keyOf(passphrase, salt, iterations, 'encrypt');
  const bytes = await platform().encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(text));
  const sealed: SealedFile = {
    format: 'sitefile-unsent-encrypted-1',
    kdf: { name: 'PBKDF2', hash: 'SHA-256', iterations, salt: toBase64(salt) },
    cipher: { name: 'AES-256-GCM', iv: toBase64(iv) },
    ciphertext: toBase64(new Uint8Array(bytes)),
  };
  return JSON.stringify(sealed, null, 2);
}

/** Throws UnsentFileError `wrong_passphrase`, also if the file was changed: the cipher cannot tell the difference. */
export async function openSealed({ kdf, cipher, ciphertext }: SealedFile, passphrase: string): Promise<string> {
  const key = await keyOf(passphrase, fromBase64(kdf.salt), kdf.iterations, 'decrypt');
  try {
    const iv = fromBase64(cipher.iv);
    const bytes = await platform().decrypt({ name: 'AES-GCM', iv }, key, fromBase64(ciphertext));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UnsentFileError('wrong_passphrase', 'The passphrase is wrong, or the file was changed.', cause);
  }
}

async function keyOf(
  passphrase: string,
  salt: Uint8Array<ArrayBuffer>,
  rounds: number,
  use: 'encrypt' | 'decrypt',
): Promise<CryptoKey> {
  // Keyboards differ in how they compose characters (RFC 8265, section 4.2.2).
  const typed = new TextEncoder().encode(passphrase.normalize('NFC'));
  const material = await platform().importKey('raw', typed, 'PBKDF2', false, ['deriveKey']);
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds };
  return platform().deriveKey(how, material, { name: 'AES-GCM', length: 256 }, false, [use]);
}

function platform(): SubtleCrypto {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (subtle) return subtle;
  throw new UnsentFileError('no_cipher', 'This page was not loaded over https, so the browser offers no encryption.');
}
