/** Hostile values, texts, bodies, headers and addresses for the fuzz tests of REST and sync. */
import type { Chance } from '../../kit/clock.ts';

/** Members that every object inherits, or that would change its prototype. */
const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', '__defineGetter__', '', '\0'];

export const texts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff\ud83d',
  '\u202egnp.exe\u2066\u200b\ufeff',
  '\ufffe\uffff',
  '👩‍🔧'.repeat(40),
  'e' + '\u0301'.repeat(3000),
  'x'.repeat(20_000),
  "'; drop table records; --",
  '%00%2e%2e%2f',
  '../../../../etc/passwd',
  '${7*7}{{7*7}}',
  '+ADw-script+AD4-',
  '=cmd|calc!A1',
  '1e309',
  '0x10',
  'NaN',
  'true',
  'null',
  '[object Object]',
  '-1',
  '0',
  '9007199254740993',
  '99999999999999999999',
  '0000-00-00',
  '2026-02-30',
  '+275760-09-13T00:00:00.001Z',
  '-271821-04-19T23:59:59.999Z',
  '9999-12-31T23:59:60Z',
  '2026-11-21T09:00:00+99:99',
  '2026-11-21T25:61:00Z',
  'zzzz@@..',
  'javascript:alert(1)',
  'http://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  'https://' + 'a'.repeat(3000) + '.example',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '018f0000-0000-7000-8000-00000000dea\u0131',
];

function nested(depth: number, leaf: unknown): unknown {
  let value = leaf;
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
}

const values: readonly ((chance: Chance) => unknown)[] = [
  () => null,
  () => true,
  () => 0,
  () => -0,
  () => -1,
  () => 1e308,
  () => -1e308,
  () => 5e-324,
  () => 0.1 + 0.2,
  () => 2 ** 53 + 2,
  () => 2 ** 31,
  () => [],
  () => ({}),
  () => [null],
  () => [[]],
  () => [{}],
  () => Array.from({ length: 10_000 }, (_, i) => i),
  () => Array.from({ length: 3_000 }, () => ({ name: 'x' })),
  () => nested(25, 'leaf'),
  () => Object.fromEntries(names.map((name) => [name, 'polluted'])),
  () => JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}'),
  () => ({ length: 1e9, toJSON: 'x', valueOf: 1 }),
  (chance) => chance.pick(texts),
  (chance) => [chance.pick(texts), chance.pick(texts)],
  (chance) => ({ id: chance.pick(texts), name: chance.pick(texts), [chance.pick(names)]: 1 }),
];

/** Half of them texts, as most fields are. */
export function hostileValue(chance: Chance): unknown {
  return chance.next() < 0.5 ? chance.pick(texts) : chance.pick(values)(chance);
}

/** The same JSON with one member, at any depth, made hostile, duplicated or removed. */
export function mutated(value: unknown, chance: Chance): unknown {
  if (typeof value !== 'object' || value === null || chance.next() < 0.15) return hostileValue(chance);
  if (Array.isArray(value)) {
    const at = chance.below(value.length + 1);
    return chance.next() < 0.2
      ? [...value, ...value]
      : value.map((each, i) => (i === at ? mutated(each, chance) : each));
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return { [chance.pick(names)]: hostileValue(chance) };
  const at = chance.below(entries.length);
  return Object.fromEntries(
    entries.flatMap(([name, each], i) => {
      if (i !== at) return [[name, each] as const];
      if (chance.next() < 0.1) return [];
      return [[name, mutated(each, chance)] as const];
    }),
  );
}

export interface RawBody {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly type: string;
}

const json = 'application/json';
const bytes = (text: string, encoding: BufferEncoding): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(text, encoding));

/** Bodies that are not valid JSON, derived from a valid one. */
export const rawBodies: readonly ((good: string, chance: Chance) => RawBody)[] = [
  () => ({ body: '', type: json }),
  (good, chance) => ({ body: good.slice(0, chance.below(good.length)), type: json }),
  (good) => ({ body: `${good}}`, type: json }),
  (good) => ({ body: `${good}\n${good}`, type: json }),
  (good) => ({ body: `\ufeff${good}`, type: json }),
  (good) => ({ body: `/* hello */ ${good}`, type: json }),
  (good) => ({ body: good.replace(/\}$/, ',}'), type: json }),
  (good) => ({ body: good.replaceAll('"', "'"), type: json }),
  (good) => ({ body: good.replace(/^\{/, '{"name":"a","name":"b",'), type: json }),
  (good) => ({ body: good.replace(/^\{/, String.raw`{"__proto__":{"polluted":1},"\u005f_proto__":2,`), type: json }),
  () => ({ body: '{"name":1e999}', type: json }),
  () => ({ body: `{"name":${'9'.repeat(5000)}}`, type: json }),
  () => ({ body: String.raw`{"name":"\ud800"}`, type: json }),
  () => ({ body: String.raw`{"\ud800":"x","\u0000":1}`, type: json }),
  () => ({ body: '{"name":"a\u0000b"}', type: json }),
  () => ({ body: `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`, type: json }),
  () => ({ body: '['.repeat(500_000), type: json }),
  () => ({ body: `[${'0,'.repeat(200_000)}0]`, type: json }),
  () => ({ body: `{"name":"${'x'.repeat(1024 * 1024 - 11)}"}`, type: json }),
  () => ({ body: `{"name":"${'x'.repeat(1024 * 1024 + 1)}"}`, type: json }),
  () => ({ body: `{${Array.from({ length: 40_000 }, (_, i) => `"m${i}":0`).join()}}`, type: json }),
  () => ({ body: Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), type: json }),
  (good) => ({ body: bytes(good, 'utf16le'), type: json }),
  (good) => ({ body: bytes(good, 'utf16le'), type: `${json}; charset=utf-16` }),
  () => ({ body: '{"name":"+ADw-script+AD4-"}', type: `${json}; charset=utf-7` }),
  (good) => ({ body: good, type: `${json}; charset="` }),
  (good) => ({ body: good, type: 'text/html' }),
  (good) => ({ body: good, type: ';;;' }),
  () => ({ body: 'name=a&name=b', type: 'application/x-www-form-urlencoded' }),
  () => ({
    body: '--x\r\nContent-Disposition: form-data; name="photos[]"; filename="a"\r\n\r\n',
    type: 'multipart/form-data; boundary=x',
  }),
  () => ({ body: 'anything', type: 'multipart/form-data' }),
  (good) => ({ body: good, type: 'application/merge-patch+json' }),
  () => ({ body: '"a text"', type: json }),
  () => ({ body: 'null', type: json }),
];

/** Only headers that a client can send: `fetch` itself refuses the rest. */
export const hostileHeaders: readonly Readonly<Record<string, string>>[] = [
  { 'if-match': '"' },
  { 'if-match': '"r1", W/"r1", "r99999999999999999999"' },
  { 'if-match': `"${'a'.repeat(7000)}"` },
  { 'if-match': ','.repeat(7000) },
  { 'if-none-match': '*' },
  { 'if-none-match': '"a" "b"' },
  { 'idempotency-key': '"\\' },
  { 'idempotency-key': 'k'.repeat(256) },
  { 'idempotency-key': '\xff\xfe' },
  { accept: 'application/json;q=0' },
  { accept: '*/*;q=9999999,text/html;;;,/' },
  { accept: 'a/b,'.repeat(1500) },
  { 'accept-encoding': 'gzip;q=-1, br;q=2, identity;q=0' },
  { 'accept-language': 'x'.repeat(5000) },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'deflate, deflate, deflate' },
  { range: 'bytes=0-0,1-1,-99999999999999999999' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-request-id': '../../<b>' },
  { 'x-forwarded-for': "127.0.0.1', 'x" },
  { 'x-forwarded-proto': 'javascript' },
  { origin: 'null' },
  { authorization: `Bearer ${'a'.repeat(7000)}` },
  { authorization: 'Bearer a b c' },
  { authorization: 'Basic ===' },
  { 'content-type': 'application/json\xa0' },
  { prefer: 'respond-async' },
  { cookie: '__proto__=1; constructor=2' },
];

/** As written in the address, possibly not decodable. */
export const hostileSegments: readonly string[] = [
  '%00',
  '%E0%A4%A',
  '%',
  '..%2f..%2fetc%2fpasswd',
  '%252e%252e',
  'x'.repeat(6000),
  encodeURIComponent("' or 1=1 --"),
  encodeURIComponent('018f0000-0000-7000-8000-00000000dea\u0131'),
  encodeURIComponent('\u202e\ufffe'),
  '__proto__',
  'constructor',
  '-1',
  '0',
  '1e9',
  '99999999999999999999',
  '%7Bdocument%7D',
  ':id',
  '*',
  '%0d%0aSet-Cookie:%20a=b',
];
