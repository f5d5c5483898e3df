/**
 * A device's connection through the gateway (support/gateway.ts), on the device's side: the test sees each request before it is sent
 * and decides what the gateway, a real server, does with it.
 */
import type { Interference, Seen } from '../support/gateway.ts';

export interface Line {
  readonly server: string;
  readonly fetch: typeof fetch;
  /** Every request that was made, in order. */
  readonly seen: readonly Seen[];
  /** Until it is set again. */
  interfere: Interference | undefined;
}

export function openLine(server: string): Line {
  const seen: Seen[] = [];
  const line: Line = {
    server,
    seen,
    interfere: undefined,
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers);
      const one = {
        door: String(input).split('/').at(-1) ?? '',
        body: await textOf(init?.body, headers),
        authorization: headers.get('authorization') ?? '',
      };
      seen.push(one);
      const answer = line.interfere?.(one);
      if (answer) headers.set('x-interference', encodeURIComponent(JSON.stringify(answer)));
      return fetch(input, { ...init, headers });
    },
  };
  return line;
}

async function textOf(body: BodyInit | null | undefined, headers: Headers): Promise<string> {
  const sent = new Response(body ?? '');
  if (headers.get('content-encoding') !== 'gzip' || !sent.body) return sent.text();
  return new Response(sent.body.pipeThrough(new DecompressionStream('gzip'))).text();
}
