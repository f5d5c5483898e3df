/**
 * Encryption of secrets that the server must be able to read again, those of webhooks: AES-256-GCM with a key of the ring. The context
 * is authenticated too, so a ciphertext that is moved to another row cannot be opened.
 */
import { createHash } from 'node:crypto';
import { decrypt, encrypt } from './crypto.ts';

export interface Secrets {
  /** Text to be stored: version, key id, and base64url of nonce, tag and ciphertext. Never twice the same. */
  seal(plain: string, context: string): string;
  /** Throws UnsealError. */
  unseal(sealed: string, context: string): string;
}

export class UnsealError extends Error {
  /** `unknown_key`: encrypted with another key. `damaged`: altered, or encrypted for another context. */
  readonly reason: 'unknown_key' | 'damaged';

  constructor(reason: 'unknown_key' | 'damaged', cause?: unknown) {
    super(
      reason === 'unknown_key'
        ? 'the secret was encrypted with another key'
        : 'the encrypted secret was altered or belongs elsewhere',
      { cause },
    );
    this.name = 'UnsealError';
    this.reason = reason;
  }
}

/** The context in which the secret of a webhook is sealed. */
export function webhookContext(organisationId: string, webhookId: string): string {
  return JSON.stringify(['webhook', organisationId, webhookId]);
}

/** @param key 32 bytes */
export function openSecrets(key: Uint8Array): Secrets {
  const keyId = createHash('sha256').update(key).digest('hex').slice(0, 8);
  return {
    seal(plain, context) {
      return `1.${keyId}.${encrypt(plain, key, context)}`;
    },
    unseal(sealed, context) {
      const [version, id, text = ''] = sealed.split('.');
      if (version !== '1') throw new UnsealError('damaged');
      if (id !== keyId) throw new UnsealError('unknown_key');
      try {
        return decrypt(text, key, context);
      } catch (error) {
        throw new UnsealError('damaged', error);
      }
    },
  };
}
