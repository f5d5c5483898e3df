/** TLS of the server's own: certificate and key from the files of TLS_CERT and TLS_KEY, checked at start (contract, Security, HR28). */
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Config } from '../base/config.ts';

export interface Tls {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** Null where neither is set. Throws an Error that names the setting and the file. */
export async function readTls({ tlsCert, tlsKey }: Pick<Config, 'tlsCert' | 'tlsKey'>): Promise<Tls | null> {
  if (tlsCert === undefined || tlsKey === undefined) return null;
  const cert = await read('TLS_CERT', tlsCert);
  const key = await read('TLS_KEY', tlsKey);
  check({ cert }, `TLS_CERT: ${tlsCert} holds no certificate in PEM`);
  check({ key }, `TLS_KEY: ${tlsKey} holds no private key in PEM, or one with a passphrase`);
  check({ cert, key }, 'TLS_CERT, TLS_KEY: the key does not belong to the certificate');
  return { cert, key };
}

async function read(setting: string, path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new Error(`${setting}: ${path} cannot be read`, { cause: error });
  }
}

function check(parts: Partial<Tls>, message: string): void {
  try {
    createSecureContext(parts);
  } catch (error) {
    throw new Error(message, { cause: error });
  }
}
