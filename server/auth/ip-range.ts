/** Addresses and CIDRs that a token is accepted from (contract, Tokens and settings). */
import { BlockList, isIP } from 'node:net';

/** `192.0.2.7`, `192.0.2.0/24`, `2001:db8::/32`. */
export function isRange(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

/** An IPv4-mapped IPv6 address, as a dual-stack socket reports it, counts as the IPv4 address. */
export function isAmong(ranges: readonly string[], address: string | undefined): boolean {
  const plain = address?.replace(/%.*$/, '') ?? '';
  const family = isIP(plain);
  if (family === 0) return false;
  const list = new BlockList();
  for (const range of ranges) {
    const [of = '', prefix] = range.split('/');
    const kind = isIP(of) === 4 ? 'ipv4' : 'ipv6';
    if (prefix === undefined) list.addAddress(of, kind);
    else list.addSubnet(of, Number(prefix), kind);
  }
  return list.check(plain, family === 4 ? 'ipv4' : 'ipv6');
}
