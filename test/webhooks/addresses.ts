/** A second judgement of addresses for the differential test: plain arithmetic over the ranges of design 4, section 3.4, sharing no code with the guard. */

const blocked4 = `0/8 10/8 100.64/10 127/8 169.254/16 172.16/12 192.0.0/24 192.0.2/24 192.88.99/24 192.168/16 198.18/15
  198.51.100/24 203.0.113/24 224/4 240/4`;
const blocked6 = '2001::/23 2001:db8::/32 2002::/16 3fff::/20';

export function isBlockedByArithmetic(address: string): boolean {
  if (!address.includes(':')) return inAny(blocked4, number4(address), 32, number4);
  const value = number6(address);
  if (value >> 32n === 0xffffn) return inAny(blocked4, value & 0xffffffffn, 32, number4);
  return value >> 125n !== 1n || inAny(blocked6, value, 128, number6);
}

/** Written out in eight groups. */
export function address6(value: bigint): string {
  return Array.from({ length: 8 }, (_, group) => ((value >> BigInt(112 - 16 * group)) & 0xffffn).toString(16)).join(
    ':',
  );
}

export function address4(value: bigint): string {
  return Array.from({ length: 4 }, (_, byte) => (value >> BigInt(24 - 8 * byte)) & 0xffn).join('.');
}

/** What is missing at the end counts as zero. */
export function number4(text: string): bigint {
  const bytes = [...text.split('.').map(BigInt), 0n, 0n, 0n].slice(0, 4);
  return bytes.reduce((sum, byte) => (sum << 8n) | byte, 0n);
}

function inAny(ranges: string, value: bigint, width: number, parse: (text: string) => bigint): boolean {
  return ranges.split(/\s+/).some((range) => {
    const [base = '', prefix = ''] = range.split('/');
    const shift = BigInt(width - Number(prefix));
    return value >> shift === parse(base) >> shift;
  });
}

function number6(text: string): bigint {
  const [head = '', tail = ''] = text.split('::');
  const groups = (part: string): string[] => part.split(':').filter(Boolean);
  const missing = 8 - groups(head).length - groups(tail).length;
  return [...groups(head), ...Array<string>(missing).fill('0'), ...groups(tail)].reduce(
    (sum, group) => (sum << 16n) | BigInt(`0x${group}`),
    0n,
  );
}
