/** Which addresses and URLs the guard lets through. */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isBlockedAddress, openGuard } from '../../server/followers/outgoing/guard.ts';
import { address4, address6, isBlockedByArithmetic, number4 } from './addresses.ts';

describe('addresses', () => {
  const inside = `
    0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1
    172.31.255.255 192.0.0.8 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9
    224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
    :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::FFFF:10.0.0.1 0:0:0:0:0:ffff:a9fe:a9fe 64:ff9b::7f00:1
    64:ff9b:1::1 100::1 2001::1 2001:1ff::1 2001:db8::1 2002:7f00:1:: 3fff::1 5f00::1 fc00::1 fd12:3456::1 fe80::1
    fe80::1%eth0 fec0::1 ff02::1
    localhost 1.2.3 8.8.8.8.8 0x7f.1`;
  const outside = `
    1.1.1.1 9.255.255.255 100.63.255.255 100.128.0.0 172.15.0.1 172.32.0.1 198.20.0.1 223.255.255.255
    ::ffff:1.1.1.1 2606:4700::1111 2001:200::1 2a00::1`;

  test.for(words(inside))('[WH5] %s is blocked', (address) => {
    expect(isBlockedAddress(address)).toBe(true);
  });

  test.for(words(outside))('[WH5] %s is public', (address) => {
    expect(isBlockedAddress(address)).toBe(false);
  });

  test('[WH5] two guards without common code agree on 50,000 random addresses', () => {
    const edges = words(`0.0.0.0 10.0.0.0 100.64.0.0 127.0.0.0 169.254.0.0 172.16.0.0 192.0.0.0 192.0.3.0 192.88.99.0
      192.168.0.0 198.18.0.0 198.20.0.0 198.51.100.0 203.0.113.0 224.0.0.0`).map(number4);
    const heads = [0x2000n, 0x2001n, 0x2002n, 0x3fffn, 0x4000n, 0x1fffn, 0x64n, 0xfe80n];
    const judged = Array.from({ length: 10_000 }, (_, i) => {
      const [small, wide] = [
        BigInt(`0x${randomBytes(4).toString('hex')}`),
        BigInt(`0x${randomBytes(16).toString('hex')}`),
      ];
      const reach = i % 2 === 0 ? 0x200n : 0x200000n;
      const near = BigInt.asUintN(32, (edges[i % edges.length] ?? 0n) + (small % (2n * reach)) - reach);
      const head = ((heads[i % heads.length] ?? 0n) << 112n) | (wide & ((1n << (i % 2 === 0 ? 112n : 101n)) - 1n));
      return [address4(small), address4(near), address6(wide), address6(head), address6((0xffffn << 32n) | near)];
    }).flat();
    expect(judged.filter((address) => isBlockedAddress(address) !== isBlockedByArithmetic(address))).toEqual([]);
    expect(judged.filter(isBlockedAddress).length / judged.length).toBeCloseTo(0.6, 0); // neither judge says always the same
  });
});

describe('URLs', () => {
  const guard = openGuard(['hook.inside.example', '10.20.0.0/16', '192.168.7.7']);

  test.for<[string, string | undefined]>([
    ['https://example.com/hook', undefined],
    ['https://example.com:8443/hook?a=1', undefined],
    ['https://1.1.1.1/', undefined],
    ['https://[2606:4700::1111]/', undefined],
    ['https://hook.inside.example:81/', undefined],
    ['https://HOOK.inside.example/', undefined],
    ['https://10.20.255.1/', undefined],
    ['https://[::ffff:10.20.0.1]/', undefined],
    ['https://192.168.7.7/', undefined],
    ['http://example.com/hook', 'https_required'],
    ['ftp://example.com/', 'https_required'],
    ['https://user@example.com/', 'userinfo'],
    ['https://:password@example.com/', 'userinfo'],
    ['https://example.com/#part', 'fragment'],
    ['https://example.com:22/', 'port'],
    ['https://10.21.0.1/', 'blocked_address'],
    ['https://192.168.7.8/', 'blocked_address'],
    ['https://127.1/', 'blocked_address'],
    ['https://2130706433/', 'blocked_address'],
    ['https://0x7f000001/', 'blocked_address'],
    ['https://0177.0.0.1/', 'blocked_address'],
    ['https://①②⑦.0.0.1/', 'blocked_address'],
    ['https://[::1]/', 'blocked_address'],
    ['https://[::ffff:127.0.0.1]/', 'blocked_address'],
    ['https://[fd00:ec2::254]/', 'blocked_address'],
  ])('[WH6] of the URL %s it says %s', ([url, refusal]) => {
    expect(guard.refusalOf(new URL(url))).toBe(refusal);
  });

  test.for(['10.0.0.0/33', '10.0.0.0/', 'hook.example/24', '::1/129'])(
    '[WH6] the allow-list entry %s stops the start',
    (entry) => {
      expect(() => openGuard([entry])).toThrow(entry);
    },
  );
});

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
