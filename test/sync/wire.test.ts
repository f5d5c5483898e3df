/** Request and response bodies (contract, Sync): compressed both ways, and refused if too large, too deep or mislabelled. */
import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  createZstdCompress,
  gunzipSync,
  gzipSync,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../shared/base/json.ts';
import { limits } from '../../shared/sync/sync.ts';
import { bareDevice, create, documentWithHazard, patch, queued } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { openTablet } from '../kit/tablet.ts';
import { openWorld, type World } from '../kit/world.ts';
import { openGateway } from '../sdk/support/gateway.ts';

const codings = {
  zstd: [zstdCompressSync, zstdDecompressSync],
  br: [brotliCompressSync, brotliDecompressSync],
  gzip: [gzipSync, gunzipSync],
} as const;
const megabyte = 1024 * 1024;

interface Raw {
  readonly status: number;
  readonly headers: Headers;
  /** The raw bytes as received, without the decoding that `fetch` does. */
  readonly body: JsonObject;
}

async function post(
  world: World,
  door: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Raw> {
  const response = await fetch(`${world.url}/api/v1/sync/${door}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.adminToken}`, 'content-type': 'application/json', ...headers },
    body,
  });
  // Every response of these endpoints is a JSON object.
  return { status: response.status, headers: response.headers, body: (await response.json()) as JsonObject };
}

function pushBody(commands: readonly unknown[]): string {
  return JSON.stringify({ schema: 1, commands });
}

function projects(world: World, count: number): object[] {
  return Array.from({ length: count }, (_, i) =>
    queued(
      world,
      create('project', world.app.commitContext.newId(), { name: `Block ${i}`, client_name: 'Some'.repeat(9) }),
    ),
  );
}

async function projectCount(world: World): Promise<number> {
  const { body } = await world.api<{ meta: { total: number } }>('GET', '/api/v1/projects');
  return body.meta.total;
}

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

/** A few bytes that make the decompressor allocate 128 MiB. */
async function widestZstd(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const stream = createZstdCompress({
    params: { [constants.ZSTD_c_windowLog]: 27, [constants.ZSTD_c_contentSizeFlag]: 0 },
  });
  stream.write(text);
  stream.flush(() => stream.end()); // a streamed body does not declare its length
  return new Uint8Array(Buffer.concat(await stream.toArray()));
}

describe.each(engines)('bodies on %s', (engine) => {
  test('[SY30] a response is compressed if accepted and worthwhile, with the same content', async () => {
    await using world = await openWorld({ engine });
    await bareDevice(world).send(projects(world, 30));
    const plain = await post(world, 'pull', '{}', { 'accept-encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(plain.headers.get('vary')).toMatch(/accept-encoding/i);
    for (const coding of Object.keys(codings)) {
      const answer = await post(world, 'pull', '{}', { 'accept-encoding': coding });
      expect(answer.headers.get('content-encoding')).toBe(coding);
      expect(answer.body['ops']).toEqual(plain.body['ops']);
      const list = await world.api('GET', '/api/v1/projects', undefined, { 'accept-encoding': coding });
      expect(list.headers.get('content-encoding')).toBe(coding);
      expect(list.body).toHaveProperty('data.length', 25);
    }
    const chosen = async (accepted: string) =>
      (await post(world, 'pull', '{}', { 'accept-encoding': accepted })).headers.get('content-encoding');
    expect(await chosen('gzip;q=1, br;q=0.2, zstd;q=0')).toBe('br');
    expect(await chosen('*;q=0, deflate')).toBeNull();
    expect(await chosen(';;q=,gzip;q=x, \u00ff')).toBeNull();
    const small = await post(world, 'pull', '{"limit":1}', { 'accept-encoding': 'gzip' });
    expect(small.headers.get('content-encoding')).toBeNull();
  });

  test('[SY31] a compressed push has the effect and the response of the uncompressed one', async () => {
    await using world = await openWorld({ engine });
    // A short one, and one that compresses well.
    const cases = Object.entries({ ...codings, 'x-gzip': codings.gzip }).flatMap(([coding, [compress]]) => [
      { coding, compress, length: 0 },
      { coding, compress, length: megabyte },
    ]);
    for (const { coding, compress, length } of cases) {
      const body = pushBody(projects(world, 3)).padEnd(length);
      const answer = await post(world, 'push', new Uint8Array(compress(body)), { 'content-encoding': coding });
      expect(answer.body).toMatchObject({ results: [{ status: 'applied' }, {}, {}] });
      const again = await post(world, 'push', body);
      expect(again.body['results']).toEqual(answer.body['results']);
    }
    expect(await projectCount(world)).toBe(24);
  });

  test('[SY32] a too large, truncated or mislabelled compressed body is refused whole', async () => {
    await using world = await openWorld({ engine });
    const bytes = new Uint8Array(gzipSync(pushBody(projects(world, 20))));
    const zeros = Buffer.alloc(50 * megabyte);
    const wide = await widestZstd('{"commands":[]}');
    const refusals: [string, Uint8Array<ArrayBuffer>, string, number, string][] = [
      ...Object.entries(codings).map(([coding, [compress]]): (typeof refusals)[number] => [
        `50 MiB of zeros in ${coding}`,
        new Uint8Array(compress(zeros)),
        coding,
        413,
        'payload_too_large',
      ]),
      ['zstd with a window of 128 MiB', wide, 'zstd', 400, 'bad_request'],
      ['cut gzip', bytes.slice(0, -20), 'gzip', 400, 'bad_request'],
      ['gzip of which a byte is another', bytes.with(bytes.length >> 1, 0), 'gzip', 400, 'bad_request'],
      ['plain text under gzip', new Uint8Array(Buffer.from('{"commands":[]}')), 'gzip', 400, 'bad_request'],
      ['gzip under br', bytes, 'br', 400, 'bad_request'],
      ['gzip under zstd', bytes, 'zstd', 400, 'bad_request'],
      ['gzip of no JSON', new Uint8Array(gzipSync('{"commands":')), 'gzip', 400, 'malformed_json'],
      ['gzip in gzip', new Uint8Array(gzipSync(bytes)), 'gzip, gzip', 415, 'unsupported_media_type'],
      ['an unknown encoding', bytes, 'exi', 415, 'unsupported_media_type'],
      ['gzip without a word of it', bytes, 'identity', 400, 'malformed_json'],
    ];
    for (const [what, body, coding, status, code] of refusals) {
      const answer = await post(world, 'push', body, { 'content-encoding': coding });
      expect([what, answer.status, answer.body['code']]).toEqual([what, status, code]);
    }
    const unread = await post(world, 'push', bytes, { 'content-encoding': 'exi' });
    expect(unread.headers.get('accept-encoding')).toBe('gzip, br, zstd');
    expect(await projectCount(world)).toBe(0);
    expect((await post(world, 'push', bytes, { 'content-encoding': 'GZIP' })).status).toBe(200);
  });

  test('[SY33] a too deep or too large command is refused alone; a far too deep push, whole', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const { documentId } = await documentWithHazard(world, device);
    const section = (data: unknown) =>
      create('section', world.app.commitContext.newId(), {
        document_id: documentId,
        title: 'Notes',
        data: data as JsonObject,
      });
    const results = await device.push([
      // command, set, data, deep: three levels above the array and one for what is sent
      section({ deep: nested(limits.max_command_levels - 4) as JsonObject }),
      section({ deep: nested(limits.max_command_levels - 3) as JsonObject }),
      section({ deep: nested(190) as JsonObject }),
      section({ wide: Array.from({ length: limits.max_command_parts }, () => 1) }),
      section(null),
    ]);
    expect(results.map(({ status, problem }) => problem?.code ?? status)).toEqual([
      'applied',
      'json_too_complex',
      'json_too_complex',
      'json_too_complex',
      'applied',
    ]);
    expect(results.every(({ kind, record_id: id }) => kind === 'section' && id !== '')).toBe(true);
    const kept = await world.api<{ data: { id: string }[] }>('GET', '/api/v1/sync/refused');
    const refused = results.filter(({ status }) => status === 'refused').map(({ id }) => id);
    expect(kept.body.data.map((row) => row.id).toSorted()).toEqual(refused.toSorted());
    const far = await post(world, 'push', pushBody([queued(world, nested(200))]));
    expect([far.status, far.body['code']]).toEqual([400, 'json_too_complex']);
    const further = await post(world, 'push', `{"schema":${'['.repeat(2 * megabyte)}`);
    expect([further.status, further.body['code']]).toEqual([400, 'json_too_complex']);
  });

  test('[SY34] a push with too many commands, parts or bytes is refused with the limits', async () => {
    await using world = await openWorld({ engine });
    const tooMany = await post(world, 'push', pushBody(projects(world, limits.max_commands + 1)));
    const numbers = `[${'1,'.repeat(2 * megabyte - 4)}1]`;
    const tooDense = await post(world, 'push', numbers);
    const members = Array.from({ length: limits.max_push_members + 1 }, (_, i) => `"${i}":1`);
    const tooNamed = await post(world, 'push', `{${members.join(',')}}`);
    const tooLarge = await post(world, 'push', new Uint8Array(limits.max_push_bytes + 1));
    for (const answer of [tooMany, tooDense, tooNamed, tooLarge]) {
      expect(answer.status).toBe(413);
      expect(answer.body).toMatchObject({ code: 'payload_too_large', limits: { ...limits } });
    }
    expect(await projectCount(world)).toBe(0);
    const most = await post(world, 'push', pushBody(projects(world, limits.max_commands)));
    expect(most.body['results']).toHaveLength(limits.max_commands);
  });

  test('[SY35] a caller that may not sync is refused before its body is read', async () => {
    await using world = await openWorld({ engine });
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(50 * megabyte)));
    for (const door of ['hello', 'push', 'pull']) {
      const answer = await post(world, door, bomb, { authorization: 'Bearer nobody', 'content-encoding': 'gzip' });
      expect([answer.status, answer.body['code']]).toEqual([401, 'unauthenticated']);
    }
  });

  test('[SY36] a duplicate member anywhere in a push refuses the whole push', async () => {
    await using world = await openWorld({ engine });
    const [one, two] = projects(world, 2).map((each) => JSON.stringify(each));
    const twice = two?.replace('"name":', '"n\\u0061me":"x","name":') ?? '';
    const body = `{"schema":1,"commands":[${one},${twice}]}`;
    const answer = await post(world, 'push', body);
    expect([answer.status, answer.body['code']]).toEqual([400, 'malformed_json']);
    expect(await projectCount(world)).toBe(0);
  });

  test('[SY37] search finds pushed changes at once, and after edits that keep the words', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const { hazardId } = await documentWithHazard(world, device);
    const other = await documentWithHazard(world, device);
    const found = async (q: string) => {
      const { body } = await world.api<{ data: { id: string; type: string }[] }>('GET', `/api/v1/search?q=${q}`);
      return body.data.filter(({ type }) => type === 'hazard').map(({ id }) => id);
    };
    expect(await found('falling')).toEqual([other.hazardId, hazardId]);
    // Most recently changed first, whatever the change.
    await device.push([patch('hazard', hazardId, { severity_before: 4 })]);
    expect(await found('falling')).toEqual([hazardId, other.hazardId]);
    await device.push([patch('hazard', hazardId, { name: 'Swinging load', description: 'Überhöhte Last, 3 m²' })]);
    expect(await found('falling')).toEqual([other.hazardId]);
    for (const q of ['swinging', 'uberhohte', 'last', 'm2']) expect([q, await found(q)]).toEqual([q, [hazardId]]);
    await device.push([
      { op: 'remove', kind: 'hazard', id: hazardId },
      { op: 'remove', kind: 'hazard', id: other.hazardId },
    ]);
    await device.push([patch('hazard', hazardId, { severity_before: 3 })]);
    expect(await found('swinging')).toEqual([hazardId]);
    expect(await found('falling')).toEqual([]);
  });
});

test('[SY38] a device compresses a large push until the server or a proxy refuses that', async () => {
  await using world = await openWorld();
  await using gateway = await openGateway(() => world.url);
  const sent: { readonly encoding: string | null; readonly bytes: number }[] = [];
  await using device = await openTablet(world, {
    server: gateway.url,
    fetch: async (input, init) => {
      const { headers, body } = init ?? {};
      if (String(input).endsWith('/push'))
        sent.push({
          encoding: new Headers(headers).get('content-encoding'),
          bytes: typeof body === 'string' ? Buffer.byteLength(body) : (body as Uint8Array).length, // the SDK sends no other types
        });
      return await fetch(input, init);
    },
  });
  const documentId = await device.documents.create({ title: 'Lift', document_type: 'rams' });
  const round = async (n: number) => {
    for (let i = 0; i < 20; i++) await device.hazards.create({ document_id: documentId, name: `Hazard ${n} ${i}` });
    return await device.sync();
  };
  expect(await round(1)).toMatchObject({ pushed: 21, refused: 0 });
  gateway.interfere = ({ door }) =>
    door === 'push' && sent.at(-1)?.encoding === 'gzip' ? { status: 415, body: '<html>415</html>' } : undefined;
  expect(await round(2)).toMatchObject({ pushed: 20, refused: 0 });
  expect(await round(3)).toMatchObject({ pushed: 20, refused: 0 });
  expect(sent.map(({ encoding }) => encoding)).toEqual(['gzip', 'gzip', null, null]);
  expect((sent[1]?.bytes ?? 0) * 3).toBeLessThan(sent[2]?.bytes ?? 0);
  expect(await device.hazards.find({ document_id: documentId })).toHaveLength(60);
});

test('[SY39] a device splits what exceeds one push over several, in order', async () => {
  await using world = await openWorld();
  await using gateway = await openGateway(() => world.url);
  await using device = await openTablet(world, { server: gateway.url });
  const documentId = await device.documents.create({ title: 'Lift', document_type: 'rams' });
  for (let i = 1; i < 450; i++) await device.hazards.create({ document_id: documentId, name: `Hazard ${i}` });
  expect(await device.sync()).toMatchObject({ pushed: 450, refused: 0 });
  const sizes = gateway.seen.flatMap(
    ({ door, body }) => (door === 'push' ? [(JSON.parse(body) as { commands: unknown[] }).commands.length] : []), // what a device pushes
  );
  expect(sizes).toEqual([limits.max_commands, limits.max_commands, 50]);
});
