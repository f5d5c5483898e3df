/**
 * Where a webhook may go (design 4, section 3.4): never to the machine itself, its network or any other address that is
 * not public, unless the operator allows it. A name is judged by every address it has, and again by the one reached.
 */
import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, isIP, SocketAddress, type LookupFunction } from 'node:net';
import { callbackify, promisify } from 'node:util';

export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export type UrlRefusal = 'https_required' | 'userinfo' | 'fragment' | 'port' | 'blocked_address';

export interface Guard {
  /** Why nothing is sent to this URL, as far as can be said without asking for its name. */
  refusalOf(url: URL): UrlRefusal | undefined;
  /** Whether a connection to `address` may stand, made for the sake of `hostname`. */
  allows(hostname: string, address: string): boolean;
  /** A `lookup` for sockets that want all addresses: asks once, and fails with BlockedAddressError if any answer is blocked. */
  lookup(resolve: Resolve): LookupFunction;
}

export class BlockedAddressError extends Error {
  constructor(address: string) {
    super(`${address} is not a public address`);
    this.name = 'BlockedAddressError';
  }
}

/** @param allow host names, addresses and CIDRs that are let through whatever they are. Throws an Error that names the one it cannot read. */
export function openGuard(allow: readonly string[]): Guard {
  const hosts = new Set(allow.filter((entry) => !isAddressRange(entry)).map((entry) => entry.toLowerCase()));
  const ranges = blockList(allow.filter(isAddressRange));
  const allows = (hostname: string, address: string): boolean =>
    hosts.has(hostname.toLowerCase()) || contains(ranges, address) || !isBlockedAddress(address);
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

/** All addresses that the machine knows for a name, in the order in which it gives them. */
export const systemResolve: Resolve = (hostname) => promisify(systemLookup)(hostname, { all: true, order: 'verbatim' });

/** The host of a URL as sockets want it: an IPv6 address without its brackets. */
export function hostnameOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Whether nothing public can stand behind `address`. What is no address at all is blocked too. */
export function isBlockedAddress(address: string): boolean {
  const family = isIP(withoutZone(address));
  if (family === 0) return true;
  const plain = plainAddress(address);
  return isIP(plain) === 4 ? contains(notPublic, plain) : !contains(globalUnicast, plain) || contains(notPublic, plain);
}

/** IANA special-purpose registries; 192.88.99.0/24 and 2002::/16 lead to relays, 64:ff9b::/96 into the IPv4 network of a gateway. */
const notPublic = blockList([
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
/** All that is not in it (loopback, link-local, unique local, NAT64, multicast, SRv6 …) is blocked by that. */
const globalUnicast = blockList(['2000::/3']);

function isAddressRange(entry: string): boolean {
  return entry.includes('/') || isIP(entry) !== 0;
}

function blockList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    const [family, longest] = isIP(address) === 4 ? (['ipv4', '32'] as const) : (['ipv6', '128'] as const);
    try {
      list.addSubnet(address, parseInt(prefix ?? longest, 10), family);
    } catch (cause) {
      throw new Error(`${range} is no range of addresses`, { cause });
    }
  }
  return list;
}

function contains(list: BlockList, address: string): boolean {
  const plain = plainAddress(address);
  return list.check(plain, isIP(plain) === 4 ? 'ipv4' : 'ipv6');
}

/** IPv4 in the clothes of IPv6 (::ffff:7f00:1) is the IPv4 address that it is. */
function plainAddress(address: string): string {
  const bare = withoutZone(address);
  if (isIP(bare) !== 6) return bare;
  const { address: canonical } = new SocketAddress({ address: bare, family: 'ipv6' });
  const mapped = canonical.replace(/^::ffff:/i, '');
  return isIP(mapped) === 4 ? mapped : canonical;
}

function withoutZone(address: string): string {
  return address.replace(/%.*$/, '');
}
