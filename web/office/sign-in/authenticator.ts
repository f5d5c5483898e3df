/** Passkeys of this device, by the browser's own WebAuthn: what the server asks for and what it gets, in base64url. */
import type { signIn } from '../base/server.ts';

type Asked = Awaited<ReturnType<typeof signIn.startPasskey>>;
type AskedFor = NonNullable<Awaited<ReturnType<typeof signIn.readSignIn>>['passkey']>;

/** False in old browsers, and in pages that came without https. */
export const canUsePasskeys = (): boolean => 'PublicKeyCredential' in globalThis;

/** Throws a DOMException where the person did not want to, or took too long. */
export async function makePasskey({ challenge, rp_id, user, algorithms, exclude }: Asked) {
  const made = await navigator.credentials.create({
    publicKey: {
      challenge: bytesOf(challenge),
      rp: { id: rp_id, name: 'Sitefile' },
      user: { id: bytesOf(user.id), name: user.name, displayName: user.name },
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: exclude.map((id) => ({ type: 'public-key', id: bytesOf(id) })),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      attestation: 'none',
    },
  });
  const { id, response } = made as PublicKeyCredential; // asked for as one
  const answer = response as AuthenticatorAttestationResponse; // to `create`
  return {
    id,
    client_data: textOf(answer.clientDataJSON),
    attestation: textOf(answer.attestationObject),
    transports: answer.getTransports(),
  };
}

/** Likewise. */
export async function showPasskey({ challenge, rp_id, credentials }: AskedFor) {
  const shown = await navigator.credentials.get({
    publicKey: {
      challenge: bytesOf(challenge),
      rpId: rp_id,
      allowCredentials: credentials.map(({ id, transports }) => ({
        type: 'public-key',
        id: bytesOf(id),
        transports: transports as AuthenticatorTransport[], // as a browser told them
      })),
      userVerification: 'preferred',
    },
  });
  const { id, response } = shown as PublicKeyCredential; // asked for as one
  const { clientDataJSON, authenticatorData, signature } = response as AuthenticatorAssertionResponse; // to `get`
  return {
    id,
    client_data: textOf(clientDataJSON),
    authenticator_data: textOf(authenticatorData),
    signature: textOf(signature),
  };
}

/** What a person is told when the browser gave no passkey. */
export function noPasskey(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'InvalidStateError') return 'This device holds a passkey of yours already.';
  if (name === 'SecurityError') return 'The browser takes passkeys only at the address that they were made for.';
  return 'No passkey was given. Try again when your device or key is at hand.';
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

function textOf(bytes: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
