/**
 * SSRF guard of webhooks and mirrors (contract, Webhooks): only public addresses, unless the operator allows others. All addresses of a host
 * name are checked, and again the one the socket connected to.
 */
import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify, promisify } from 'node:util';
import { openRanges, plainAddress } from '../../base/addresses.ts';

export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export type UrlRefusal = 'https_required' | 'userinfo' | 'fragment' | 'port' | 'blocked_address';

export interface Guard {
  /** Why nothing may be sent to this URL, as far as known without a DNS lookup. */
  refusalOf(url: URL): UrlRefusal | undefined;
  /** Whether a connection to `address` for `hostname` is allowed. */
  allows(hostname: string, address: string): boolean;
  /** A `lookup` for sockets that request all addresses: fails with BlockedAddressError if any of them is blocked. */
  lookup(resolve: Resolve): LookupFunction;
}

export class BlockedAddressError extends Error {
  constructor(address: string) {
    super(`${address} is not a public address`);
    this.name = 'BlockedAddressError';
  }
}

/** @param allow host names, addresses and CIDRs that are always allowed. Throws an Error that names an unreadable entry. */
export function openGuard(allow: readonly string[]): Guard {
  const hosts = new Set(allow.filter((entry) => !isAddressRange(entry)).map((entry) => entry.toLowerCase()));
  const isAllowed = openRanges(allow.filter(isAddressRange));
  const allows = (hostname: string, address: string): boolean =>
    hosts.has(hostname.toLowerCase()) || isAllowed(address) || !isBlockedAddress(address);
  return {
    allows,
    refusalOf(url) {
      const hostname = hostnameOf(url);
      if (url.protocol !== 'https:') return 'https_required';
      if (url.username !== '' || url.password !== '') return 'userinfo';
      if (url.hash !== '') return 'fragment';
      if (isIP(hostname) !== 0 && !allows(hostname, hostname)) return 'blocked_address';
      return url.port === '' || Number(url.port) >= 1024 || hosts.has(hostname) ? undefined : 'port';
    },
    lookup: (resolve) =>
      callbackify(async (hostname: string, _options: LookupOptions) => {
        const addresses = [...(await resolve(hostname))];
        const blocked = addresses.find(({ address }) => !allows(hostname, address));
        if (blocked !== undefined) throw new BlockedAddressError(blocked.address);
        if (addresses.length === 0) throw new Error(`${hostname} has no address`);
        return addresses;
      }),
  };
}

/** All addresses of a name from the system resolver, in its order. */
export const systemResolve: Resolve = (hostname) => promisify(systemLookup)(hostname, { all: true, order: 'verbatim' });

/** The host of a URL as sockets want it: an IPv6 address without its brackets. */
export function hostnameOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Whether `address` is not public. Anything that is not an address is blocked too. */
export function isBlockedAddress(address: string): boolean {
  return isSpecial(address) || (isIP(plainAddress(address)) !== 4 && !isGlobalUnicast(address));
}

/** IANA special-purpose registries; 192.88.99.0/24 and 2002::/16 lead to relays, 64:ff9b::/96 into the IPv4 network of a gateway. */
const isSpecial = openRanges([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]);
/** Everything outside (loopback, link-local, unique local, NAT64, multicast, SRv6 …) is blocked. */
const isGlobalUnicast = openRanges(['2000::/3']);

function isAddressRange(entry: string): boolean {
  return entry.includes('/') || isIP(entry) !== 0;
}
