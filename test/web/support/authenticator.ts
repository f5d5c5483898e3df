/** An authenticator in software: it makes ES256 passkeys and signs with them, and lies where a test tells it to. */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

interface Lies {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly flags?: number;
}

const userPresent = 0x01;
const hasCredential = 0x40;

export class Authenticator {
  readonly #id = randomBytes(16);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #site: { readonly origin: string; readonly rpId: string };
  /** Of signatures so far; a test sets it back, as on a copy. */
  count = 0;

  constructor(url: string) {
    const { origin, hostname } = new URL(url);
    this.#site = { origin, rpId: hostname };
  }

  get id(): string {
    return this.#id.toString('base64url');
  }

  /** What `navigator.credentials.create` answers. */
  create(challenge: string, lies: Lies = {}) {
    const { rpId } = { ...this.#site, ...lies };
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.#id, coseKey(this.#keys.publicKey)]);
    const data = Buffer.concat([this.#head(rpId, lies.flags ?? userPresent | hasCredential), credential]);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      text('fmt'),
      text('none'),
      text('attStmt'),
      Buffer.from([0xa0]),
      text('authData'),
      bytes(data),
    ]);
    return {
      id: this.id,
      client_data: this.#clientData(challenge, 'webauthn.create', lies).toString('base64url'),
      attestation: attestation.toString('base64url'),
      transports: ['internal'],
    };
  }

  /** What `navigator.credentials.get` answers. */
  get(challenge: string, lies: Lies = {}) {
    this.count++;
    const { rpId } = { ...this.#site, ...lies };
    const head = this.#head(rpId, lies.flags ?? userPresent);
    const clientData = this.#clientData(challenge, 'webauthn.get', lies);
    const signed = Buffer.concat([head, createHash('sha256').update(clientData).digest()]);
    return {
      id: this.id,
      client_data: clientData.toString('base64url'),
      authenticator_data: head.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
    };
  }

  #head(rpId: string, flags: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.count);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count]);
  }

  #clientData(challenge: string, type: string, lies: Lies): Buffer {
    const { origin } = { ...this.#site, ...lies };
    return Buffer.from(JSON.stringify({ type, challenge, crossOrigin: false, ...lies, origin }));
  }
}

/** CBOR, as far as it is needed. */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}

function bytes(value: Buffer): Buffer {
  const head = value.length < 256 ? [0x58, value.length] : [0x59, value.length >> 8, value.length & 0xff];
  return Buffer.concat([Buffer.from(head), value]);
}

/** {1: 2, 3: -7, -1: 1, -2: x, -3: y} */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    bytes(Buffer.from(y, 'base64url')),
  ]);
}
