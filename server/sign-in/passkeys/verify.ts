/**
 * Checks what an authenticator signed (WebAuthn): challenge, origin, RP id, signature and counter, by @simplewebauthn/server, which is loaded
 * with the first passkey.
 */
import { isIP } from 'node:net';
import type { PasskeyTable } from '../../store/tables/credentials.ts';

/** What passkeys are made for: the host that callers use, and its origin. */
export interface PasskeySite {
  readonly rpId: string;
  readonly origin: string;
}

/** Null where browsers offer no passkeys: without https, except on this machine, and for an address in place of a name. */
export function passkeySiteOf(baseUrl: string): PasskeySite | null {
  const { protocol, hostname, origin } = new URL(baseUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0 || (protocol !== 'https:' && !isLocal)) return null;
  return { rpId: hostname, origin };
}

/** As the browser sends it; everything in base64url. */
export interface NewCredential {
  readonly id: string;
  readonly client_data: string;
  readonly attestation: string;
  readonly transports: readonly string[];
}
export interface Assertion {
  readonly id: string;
  readonly client_data: string;
  readonly authenticator_data: string;
  readonly signature: string;
}

/** ES256, EdDSA, RS256 */
export const algorithms: readonly number[] = [-7, -8, -257];

/** Null where anything does not fit. */
export async function verifiedKey(
  { id, client_data, attestation }: NewCredential,
  { rpId, origin }: PasskeySite,
  challenge: string,
): Promise<Pick<PasskeyTable, 'credential_id' | 'public_key' | 'sign_count'> | null> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: client_data, attestationObject: attestation },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: false,
    supportedAlgorithmIDs: [...algorithms],
  }).catch(unfit);
  if (!verified || !registrationInfo) return null;
  const { credential } = registrationInfo;
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    sign_count: credential.counter,
  };
}

/** The counter after it; null where anything does not fit, or the counter shows a copy of the key. */
export async function verifiedCount(
  { id, client_data, authenticator_data, signature }: Assertion,
  { rpId, origin }: PasskeySite,
  challenge: string,
  passkey: Pick<PasskeyTable, 'credential_id' | 'public_key' | 'sign_count'>,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: client_data, authenticatorData: authenticator_data, signature },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.sign_count,
    },
    requireUserVerification: false,
  }).catch(unfit);
  return verified && authenticationInfo ? authenticationInfo.newCounter : null;
}

/** It throws for every reason that it finds: what was sent is in none of our hands. */
function unfit(): { verified: false; registrationInfo?: undefined; authenticationInfo?: undefined } {
  return { verified: false };
}
