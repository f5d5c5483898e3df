/** What the sender sends, how long it waits and how much it reads; receivers are real HTTPS servers. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { openSender, type SenderOptions, type SendResult } from '../../server/followers/webhooks/send.ts';
import { makeAuthority, testAuthority } from '../kit/certificates.ts';
import { patienceMs } from '../kit/patience.ts';
import { openReceiver, type Answer } from '../kit/receiver.ts';

const { caFile } = testAuthority();

/** Fails at a deadline, which grows as long as a slow machine does not come so far before it. */
async function expectLate(what: object, url: string): Promise<void> {
  let timeoutMs = 15;
  const late = () => post(url, { timeoutMs: (timeoutMs *= 10) });
  await expect.poll(late).toMatchObject({ outcome: 'failed', reason: 'timeout', ...what });
}

function post(url: string, options: SenderOptions = {}): Promise<SendResult> {
  const send = openSender({ allow: ['127.0.0.1'], caFile, timeoutMs: patienceMs, ...options });
  return send({ url, headers: { 'Content-Type': 'application/json', 'X-Extra': 'yes' }, body: '{"name":"Sinéad"}' });
}

test('[WH7] one POST carries exactly the headers and the bytes that it was given', async () => {
  await using receiver = await openReceiver();
  expect(await post(`${receiver.url}?a=1`)).toEqual({ outcome: 'succeeded', status: 200, body: '' });
  const [request] = receiver.requests;
  expect(receiver.connections).toBe(1);
  expect(request?.method).toBe('POST');
  expect(request?.path).toBe('/hook?a=1');
  expect(request?.body.toString()).toBe('{"name":"Sinéad"}');
  const names = (request?.rawHeaders ?? []).filter((_, index) => index % 2 === 0);
  expect(names).toEqual(['Content-Type', 'X-Extra', 'Content-Length', 'Host', 'Connection']);
});

test.for([200, 201, 202, 204, 299])('[WH8] status %i is a success', async (status) => {
  await using receiver = await openReceiver({ answers: status });
  expect(await post(receiver.url)).toMatchObject({ outcome: 'succeeded', status });
});

test.for([300, 304, 400, 404, 410, 429, 500, 503])('[WH8] status %i is a failure', async (status) => {
  await using receiver = await openReceiver({ answers: status });
  expect(await post(receiver.url)).toMatchObject({ outcome: 'failed', reason: 'status', status });
});

test.for([301, 302, 303, 307, 308])(
  '[WH8] a redirect with status %i is a failure, and never followed',
  async (status) => {
    await using elsewhere = await openReceiver();
    await using receiver = await openReceiver({ answers: { status, headers: { location: elsewhere.url } } });
    expect(await post(receiver.url)).toMatchObject({ outcome: 'failed', reason: 'status', status });
    expect(elsewhere.connections).toBe(0);
    expect(receiver.connections).toBe(1);
  },
);

test.for<[Answer, object]>([
  ['hang', { detail: 'waiting for: response' }],
  ['drip', { status: 200 }],
])('[WH9] one deadline covers the whole exchange: a receiver that answers with %s', async ([answer, seen]) => {
  await using receiver = await openReceiver({ answers: answer });
  await expectLate(seen, receiver.url);
});

test('[WH9] the deadline covers the name and the handshake too', async () => {
  await using receiver = await openReceiver(); // keeps the loop alive; nothing comes here
  const never = (): Promise<never> => new Promise(() => undefined);
  const unanswered = await post(`https://hook.example:${receiver.port}/`, { timeoutMs: 100, resolve: never });
  expect(unanswered).toMatchObject({ reason: 'timeout', detail: 'waiting for: dns' });
  await using silent = await silentListener();
  await expectLate({ detail: 'waiting for: tls' }, `https://127.0.0.1:${silent.port}/`);
});

test('[WH10] an endless answer is cut and judged by its status; 4 KiB of it are kept', async () => {
  await using receiver = await openReceiver({ answers: 'endless' });
  const result = await post(receiver.url);
  expect(result).toMatchObject({ outcome: 'succeeded', status: 200 });
  expect(result.body).toBe('x'.repeat(4096));
  await receiver.waitFor(() => receiver.open === 0);
});

test('[WH10] a stored response is text without controls, NUL or direction marks', async () => {
  const body = Buffer.concat([Buffer.from('a\0\r\n\x1b[31m\u202eb\u{e0001}\u2028é'), Buffer.of(0xff)]);
  await using receiver = await openReceiver({ answers: { status: 500, body } });
  expect((await post(receiver.url)).body).toBe(
    String.raw`a\u0000\u000d\u000a\u001b[31m\u202eb\u{e0001}\u2028é` + '\ufffd',
  );
});

test('[WH10] headers beyond 16 KiB, a broken connection and a protocol switch are failures', async () => {
  const answers: Answer[] = [
    { status: 200, headers: { 'x-long': 'a'.repeat(17_000) } },
    'reset',
    { status: 101, headers: { connection: 'upgrade', upgrade: 'x' } },
  ];
  await using receiver = await openReceiver({ answers });
  for (const _ of answers) expect(await post(receiver.url)).toMatchObject({ outcome: 'failed', reason: 'response' });
  expect(receiver.requests).toHaveLength(3);
});

test('[WH11] a receiver with an invalid certificate gets no request', async () => {
  const authority = testAuthority();
  const unfit = [
    makeAuthority('somebody else').issue({ names: ['127.0.0.1'] }),
    authority.issue({ names: ['127.0.0.2', 'hook.example'] }),
    authority.issue({ names: ['127.0.0.1'], notAfter: new Date(Date.now() - 60_000) }),
  ];
  for (const certificate of unfit) {
    await using receiver = await openReceiver({ certificate });
    expect(await post(receiver.url)).toMatchObject({ outcome: 'failed', reason: 'tls' });
    expect(receiver.requests).toHaveLength(0);
  }
});

test('[WH11] only TLS 1.2 and later are used, and a private authority needs the CA file', async () => {
  await using old = await openReceiver({
    tls: { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' },
  });
  expect(await post(old.url)).toMatchObject({ outcome: 'failed', reason: 'tls' });
  await using receiver = await openReceiver();
  expect(await post(receiver.url, { caFile: undefined })).toMatchObject({ outcome: 'failed', reason: 'tls' });
  expect([...old.requests, ...receiver.requests]).toEqual([]);
});

test('[WH22] an unknown name and a closed port are distinguished', async () => {
  expect(await post('https://nowhere.invalid/')).toMatchObject({ outcome: 'failed', reason: 'dns' });
  const receiver = await openReceiver();
  await receiver.close();
  expect(await post(receiver.url)).toMatchObject({ outcome: 'failed', reason: 'connect' });
});

/** Takes connections and says nothing. */
async function silentListener(): Promise<{ readonly port: number } & AsyncDisposable> {
  const server = createServer((socket) => socket.on('error', () => undefined).resume());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    [Symbol.asyncDispose]: async () => void (await new Promise((resolve) => server.close(resolve))),
  };
}
