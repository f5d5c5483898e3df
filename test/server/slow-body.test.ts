/** A token that is revoked while the body of its request is still coming. */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { create, queued } from '../kit/bare-device.ts';
import { openWorld, type World } from '../kit/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** Sends the first byte of the body, waits until `meanwhile` is done, and sends the rest. */
async function slowly(path: string, token: string, body: unknown, meanwhile: () => Promise<unknown>) {
  const sent = JSON.stringify(body);
  const call = request(new URL(`/api/v1${path}`, world.url), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(sent),
      expect: '100-continue', // says when the server has looked at the head
    },
  });
  const answered = once(call, 'response');
  call.flushHeaders();
  await once(call, 'continue');
  call.write(sent.slice(0, 1));
  await meanwhile();
  call.end(sent.slice(1));
  const [response] = (await answered) as [IncomingMessage];
  return { status: response.statusCode, text: await text(response) };
}

test('[AU12] a request under way has no effect once its token is revoked', async () => {
  const revoking = async (path: string, body: unknown): Promise<unknown> => {
    const made = await world.api<{ id: string; token: string }>('POST', '/api/v1/tokens', { name: 'T', role: 'admin' });
    const { status } = await slowly(path, made.body.token, body, () =>
      world.api('POST', `/api/v1/tokens/${made.body.id}/revoke`),
    );
    return status;
  };
  const command = create('project', world.app.commitContext.newId(), { name: 'Late' });
  expect(await revoking('/tokens', { name: 'Heir', role: 'admin' })).toBe(401);
  expect(await revoking('/projects', { name: 'Late' })).toBe(401);
  expect(await revoking('/sync/push', { schema: 1, commands: [queued(world, command)] })).toBe(401);
  const { body } = await world.api<{ data: unknown[] }>('GET', '/api/v1/projects');
  expect(body.data).toEqual([]);
});
