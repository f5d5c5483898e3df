/**
 * A certificate authority for tests, made at run time in a few milliseconds: X.509 (RFC 5280) is written by hand here, so that
 * the tests need neither the `openssl` program nor a package, and every way of being a bad certificate can be had.
 */
import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { isIP, isIPv4 } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificate {
  /** PEM */
  readonly cert: string;
  /** PEM, PKCS #8 */
  readonly key: string;
}

export interface Subject {
  /** Host names and IP addresses. */
  readonly names: readonly string[];
  readonly notAfter?: Date;
}

export interface Authority {
  /** The authority's own certificate as a PEM file, for as long as this process runs. */
  readonly caFile: string;
  issue(subject: Subject): Certificate;
}

export function makeAuthority(name = 'Sitefile test authority'): Authority {
  const pair = keyPair();
  const folder = mkdtempSync(join(tmpdir(), 'sitefile-ca-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const caFile = join(folder, 'ca.pem');
  writeFileSync(
    caFile,
    certificate({
      subject: name,
      issuer: name,
      key: pair.publicKey,
      signer: pair.privateKey,
      extensions: authorityExtensions,
    }),
  );
  return {
    caFile,
    issue({ names, notAfter }) {
      const own = keyPair();
      const extensions = [extension(oids.subjectAltName, der(0x30, ...names.map(generalName)))];
      return {
        cert: certificate({
          subject: names[0] ?? '',
          issuer: name,
          key: own.publicKey,
          signer: pair.privateKey,
          extensions,
          notAfter,
        }),
        key: own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      };
    },
  };
}

let shared: Authority | undefined;

/** One for the process: receivers of one test trust each other's senders. */
export function testAuthority(): Authority {
  return (shared ??= makeAuthority());
}

interface Contents {
  readonly subject: string;
  readonly issuer: string;
  readonly key: KeyObject;
  readonly signer: KeyObject;
  readonly extensions: readonly Buffer[];
  readonly notAfter?: Date | undefined;
}

const oids = {
  commonName: '550403',
  subjectAltName: '551d11',
  basicConstraints: '551d13',
  keyUsage: '551d0f',
  ecdsaWithSha256: '2a8648ce3d040302',
} as const;

const authorityExtensions = [
  extension(oids.basicConstraints, der(0x30, der(0x01, Buffer.of(0xff)))),
  extension(oids.keyUsage, der(0x03, Buffer.of(1, 0x06))), // keyCertSign, cRLSign
];

function certificate({ subject, issuer, key, signer, extensions, notAfter }: Contents): string {
  const day = 86_400_000;
  const now = Date.now(); // TLS asks the machine's own clock
  const end = notAfter ?? new Date(now + 30 * day);
  const algorithm = der(0x30, oid(oids.ecdsaWithSha256));
  const signed = der(
    0x30,
    der(0xa0, der(0x02, Buffer.of(2))), // version 3
    der(0x02, Buffer.concat([Buffer.of(1), randomBytes(15)])),
    algorithm,
    distinguishedName(issuer),
    der(0x30, time(new Date(Math.min(now, end.getTime()) - day)), time(end)),
    distinguishedName(subject),
    key.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, ...extensions)),
  );
  const whole = der(0x30, signed, algorithm, bits(sign('sha256', signed, signer)));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

function keyPair(): { readonly publicKey: KeyObject; readonly privateKey: KeyObject } {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

function distinguishedName(commonName: string): Buffer {
  return der(0x30, der(0x31, der(0x30, oid(oids.commonName), der(0x0c, Buffer.from(commonName)))));
}

function extension(id: string, value: Buffer): Buffer {
  return der(0x30, oid(id), der(0x04, value));
}

function generalName(name: string): Buffer {
  if (isIP(name) === 0) return der(0x82, Buffer.from(name, 'ascii'));
  return der(0x87, isIPv4(name) ? Buffer.from(name.split('.').map(Number)) : ipv6Bytes(name));
}

function ipv6Bytes(address: string): Buffer {
  const [head = '', tail] = address.split('::');
  const groups = (text: string): string[] =>
    text === '' ? [] : text.split(':').map((group) => group.padStart(4, '0'));
  const [before, after] = [groups(head), groups(tail ?? '')];
  return Buffer.from(
    [...before, ...Array<string>(8 - before.length - after.length).fill('0000'), ...after].join(''),
    'hex',
  );
}

/** GeneralizedTime, which OpenSSL reads for any year. */
function time(at: Date): Buffer {
  return der(0x18, Buffer.from(`${at.toISOString().replace(/\D/g, '').slice(0, 14)}Z`));
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function bits(bytes: Buffer): Buffer {
  return der(0x03, Buffer.of(0), bytes);
}

/** Tag, length, contents (X.690). */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const contents = Buffer.concat(parts);
  const length = contents.length;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), contents]);
  return Buffer.concat([
    length < 0x100 ? Buffer.of(tag, 0x81, length) : Buffer.of(tag, 0x82, length >> 8, length & 0xff),
    contents,
  ]);
}
