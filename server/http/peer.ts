/**
 * Who really calls, where proxies stand in front of the server (TRUSTED_PROXIES; contract, Security, HR20). Each proxy adds the address
 * of its own caller at the right of X-Forwarded-For, so the list is read from the right, for as long as the address before it is one of
 * a trusted proxy. Anybody can write what is further left.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { openRanges, plainAddress } from '../base/addresses.ts';

type Incoming = Pick<IncomingMessage, 'socket' | 'headers'>;

export interface Peers {
  /** The address of the caller; undefined once the connection is gone. */
  readonly addressOf: (request: Incoming) => string | undefined;
  /** Whether the caller's own connection is encrypted. */
  readonly isSecure: (request: Incoming) => boolean;
}

/** @param trusted addresses and CIDR blocks of proxies */
export function openPeers(trusted: readonly string[]): Peers {
  const isProxy = openRanges(trusted);
  return {
    addressOf: ({ socket, headers }) => {
      let address = socket.remoteAddress;
      for (const hop of listOf(headers['x-forwarded-for']).toReversed()) {
        if (!isProxy(address) || isIP(hop) === 0) break;
        address = plainAddress(hop);
      }
      return address;
    },
    isSecure: ({ socket, headers }) =>
      'encrypted' in socket ||
      (isProxy(socket.remoteAddress) && listOf(headers['x-forwarded-proto']).at(-1)?.toLowerCase() === 'https'),
  };
}

/** Node joins a header that was sent several times with commas. */
function listOf(header: string | readonly string[] | undefined): string[] {
  return String(header ?? '')
    .split(',')
    .map((entry) => entry.trim());
}
