/** Server-side request forgery: whatever is tried, nothing of the inside is reached, not even by a TCP connection. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { openSender } from '../../server/followers/webhooks/send.ts';
import { testAuthority } from '../kit/certificates.ts';
import { patienceMs } from '../kit/patience.ts';
import { openReceiver } from '../kit/receiver.ts';

const { caFile } = testAuthority();
const message = { headers: {}, body: '{}' };

describe('one receiver inside', () => {
  const hosts = `
    127.0.0.1 127.1 2130706433 0x7f000001 0177.0.0.1 0.0.0.0 0 localhost LOCALHOST 127.0.0.1. %31%32%37.0.0.1
    ①②⑦.⓪.⓪.① 127。0。0。1 10.0.0.1 169.254.169.254 172.17.0.1 192.168.0.1 100.64.0.1
    [::1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [64:ff9b::7f00:1] [2002:7f00:1::] [fe80::1] [fd00::1]
    [fd00:ec2::254]`;

  test.for(hosts.trim().split(/\s+/))('[WH6] is not reached as https://%s', async (host) => {
    await using receiver = await openReceiver();
    const result = await openSender({ caFile, timeoutMs: patienceMs })({
      url: `https://${host}:${receiver.port}/`,
      ...message,
    });
    expect(result).toMatchObject({ outcome: 'failed', reason: 'blocked_address' });
    expect(receiver.connections).toBe(0);
  });

  test('[WH6] is not reached as localhost with a final dot, which not every machine knows', async () => {
    await using receiver = await openReceiver();
    const result = await openSender({ caFile, timeoutMs: patienceMs })({
      url: `https://localhost.:${receiver.port}/`,
      ...message,
    });
    expect(['blocked_address', 'dns']).toContain(result.outcome === 'failed' && result.reason);
    expect(receiver.connections).toBe(0);
  });

  test.for(['http:', 'http:/', 'ftp:', 'file:', 'data:text/html,', 'gopher:'])(
    '[WH6] is not reached by the scheme %s',
    async (scheme) => {
      await using receiver = await openReceiver();
      const send = openSender({ caFile, allow: ['127.0.0.1'], timeoutMs: patienceMs });
      expect(await send({ url: `${scheme}//127.0.0.1:${receiver.port}/`, ...message })).toMatchObject({
        outcome: 'failed',
        reason: 'url',
      });
      expect(receiver.connections).toBe(0);
    },
  );
});

describe('names', () => {
  const inside = { address: '127.0.0.1', family: 4 };
  const outside = { address: '192.0.2.1', family: 4 }; // documentation only: allowed below, and never there

  test.for([
    [[inside]],
    [[outside, inside]],
    [[inside, outside]],
    [[outside, { address: '::1', family: 6 }]],
    [[outside, { address: '::ffff:127.0.0.1', family: 6 }]],
    [[{ address: 'fe80::1%lo', family: 6 }]],
  ])('[WH6] a name with the addresses %j is refused whole', async ([addresses = []]) => {
    await using receiver = await openReceiver();
    const send = openSender({ caFile, allow: ['192.0.2.1'], timeoutMs: patienceMs, resolve: async () => addresses });
    expect(await send({ url: `https://hook.example:${receiver.port}/`, ...message })).toMatchObject({
      reason: 'blocked_address',
    });
    expect(receiver.connections).toBe(0);
  });

  test('[WH6] a name is resolved once, and the connection uses the checked address', async () => {
    await using first = await openReceiver({ certificate: testAuthority().issue({ names: ['hook.example'] }) });
    let asked = 0;
    const rebinding = async (): Promise<{ address: string; family: number }[]> => [
      { address: asked++ === 0 ? '127.0.0.1' : '10.0.0.1', family: 4 },
    ];
    const send = openSender({ caFile, allow: ['127.0.0.1'], timeoutMs: patienceMs, resolve: rebinding });
    expect(await send({ url: `https://hook.example:${first.port}/`, ...message })).toMatchObject({
      outcome: 'succeeded',
    });
    expect(asked).toBe(1);
    expect(await send({ url: `https://hook.example:${first.port}/`, ...message })).toMatchObject({
      reason: 'blocked_address',
    });
    expect(first.connections).toBe(1);
  });

  test.runIf(process.platform === 'linux')(
    '[WH6] the connected address is checked again, and gets no request if it is another one',
    async () => {
      await using receiver = await openReceiver({ certificate: testAuthority().issue({ names: ['hook.example'] }) });
      // Linux connects 0.0.0.0 to the machine itself, so the judged address and the reached one differ.
      const send = openSender({
        caFile,
        allow: ['0.0.0.0'],
        timeoutMs: patienceMs,
        resolve: async () => [{ address: '0.0.0.0', family: 4 }],
      });
      const result = await send({ url: `https://hook.example:${receiver.port}/`, ...message });
      expect(result).toMatchObject({ reason: 'blocked_address', detail: '127.0.0.1 is not a public address' });
      expect(receiver.requests).toEqual([]);
    },
  );

  test('[WH6] a host that the operator allows by name is reached at any address', async () => {
    await using receiver = await openReceiver({ certificate: testAuthority().issue({ names: ['hook.example'] }) });
    const send = openSender({ caFile, allow: ['Hook.Example'], timeoutMs: patienceMs, resolve: async () => [inside] });
    expect(await send({ url: `https://hook.example:${receiver.port}/`, ...message })).toMatchObject({
      outcome: 'succeeded',
    });
  });
});

test('[WH6] neither a proxy nor a laxer TLS comes from the environment', async () => {
  await using receiver = await openReceiver();
  let proxied = 0;
  const proxy = createServer((socket) => (proxied++, socket.destroy())).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const at = `http://127.0.0.1:${address.port}`;
  const environment = {
    NODE_USE_ENV_PROXY: '1',
    HTTP_PROXY: at,
    HTTPS_PROXY: at,
    ALL_PROXY: at,
    https_proxy: at,
    NO_PROXY: '',
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
  };
  const send = async (ca: string | null): Promise<unknown> => {
    const program = new URL('sender-program.ts', import.meta.url).pathname;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [program, receiver.url, ...(ca === null ? [] : [ca])],
      { env: { ...process.env, ...environment } },
    );
    return JSON.parse(stdout);
  };
  const [trusted, untrusted] = await Promise.all([send(caFile), send(null)]);
  proxy.close();
  expect(trusted).toMatchObject({ outcome: 'succeeded' });
  expect(untrusted).toMatchObject({ outcome: 'failed', reason: 'tls' });
  expect(proxied).toBe(0);
  expect(receiver.requests).toHaveLength(1);
});
