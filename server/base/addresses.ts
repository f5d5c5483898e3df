/** IP addresses and ranges: a list of addresses and CIDR blocks (`192.0.2.7`, `192.0.2.0/24`, `2001:db8::/32`) to match against. */
import { BlockList, isIP, SocketAddress } from 'node:net';

/** Whether `text` is an address or a CIDR block. */
export function isRange(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

/** A test for addresses in any of the ranges. IPv4-mapped IPv6 addresses count as IPv4. Throws an Error that names an invalid range. */
export function openRanges(ranges: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    if (!isRange(range)) throw new Error(`${range} is not an address or a CIDR block`);
    const [address = '', prefix] = range.split('/');
    const [family, longest] = isIP(address) === 4 ? (['ipv4', 32] as const) : (['ipv6', 128] as const);
    list.addSubnet(address, Number(prefix ?? longest), family);
  }
  return (address = '') => {
    const plain = plainAddress(address);
    const family = isIP(plain);
    return family !== 0 && list.check(plain, family === 4 ? 'ipv4' : 'ipv6');
  };
}

/** Whether all addresses of the range are in one of the others. */
export function isRangeWithin(range: string, others: readonly string[]): boolean {
  const { address, family, bits } = subnetOf(range);
  return others.some((other) => {
    const outer = subnetOf(other);
    return outer.family === family && outer.bits <= bits && openRanges([other])(address);
  });
}

/** An IPv4-mapped IPv6 range counts as IPv4. */
function subnetOf(range: string): { readonly address: string; readonly family: number; readonly bits: number } {
  const [given = '', prefix] = range.split('/');
  const address = plainAddress(given);
  const [before, family] = [isIP(given), isIP(address)];
  const bits = Number(prefix ?? (before === 4 ? 32 : 128));
  if (before === family) return { address, family, bits };
  return bits >= 96 ? { address, family, bits: bits - 96 } : { address: given, family: before, bits };
}

/** What one subscriber has: an IPv4 address, or the /64 of an IPv6 address (RFC 6177). Returned unchanged if it is no address. */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (isIP(plain) !== 6) return plain;
  const [before = '', after = ''] = plain.split('::');
  const first = before.split(':').filter(Boolean);
  const last = after.split(':').filter(Boolean);
  const zeros = Array<string>(8 - first.length - last.length).fill('0');
  return `${[...first, ...zeros, ...last].slice(0, 4).join(':')}::/64`;
}

/** Without a zone; IPv4-mapped IPv6 (::ffff:7f00:1) as IPv4. Returned unchanged if it is no address. */
export function plainAddress(address: string): string {
  const bare = address.replace(/%.*$/, '');
  if (isIP(bare) !== 6) return bare;
  const { address: canonical } = new SocketAddress({ address: bare, family: 'ipv6' });
  const mapped = canonical.replace(/^::ffff:/i, '');
  return isIP(mapped) === 4 ? mapped : canonical;
}

const inLoopback = openRanges(['127.0.0.0/8', '::1']);

/** Whether a host name or address leads to this machine and to no other. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  return bare === 'localhost' || inLoopback(bare);
}
