/**
 * Outgoing HTTPS, for webhooks and mirrors: the guard checks the address before and after connecting, redirects are not followed, and
 * the environment can neither set a proxy nor weaken TLS.
 */
import { readFileSync } from 'node:fs';
import type { ClientRequest } from 'node:http';
import { Agent, request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import { createSecureContext, getCACertificates } from 'node:tls';
import { BlockedAddressError, hostnameOf, type Guard, type Resolve } from './guard.ts';

/** Where a request has come: what it waits for. */
export type Phase = 'dns' | 'connect' | 'tls' | 'response';

export interface Connections {
  readonly guard: Guard;
  readonly resolve: Resolve;
  readonly agent: Agent;
}

const headerBytes = 16 * 1024;

/**
 * Only the global agent reads a proxy from the environment; other defaults that the environment could change are set explicitly:
 * `rejectUnauthorized`, and `autoSelectFamily`, without which `lookup` is not asked for all addresses.
 *
 * Made for the first request: to read the system's authorities takes a start 40 ms.
 *
 * @param caFile PEM file of certificate authorities to trust in addition to the system's; throws at once when it cannot be read
 * @param keepAlive false = one connection per request
 */
export function openAgent(caFile: string | undefined, keepAlive: boolean): () => Agent {
  const own = caFile === undefined ? null : readFileSync(caFile, 'utf8');
  if (own !== null) createSecureContext({ ca: own });
  let agent: Agent | undefined;
  return () => (agent ??= newAgent(own, keepAlive));
}

function newAgent(ownAuthorities: string | null, keepAlive: boolean): Agent {
  const ca = ownAuthorities === null ? {} : { ca: [...getCACertificates('default'), ownAuthorities] };
  return new Agent({
    keepAlive,
    maxCachedSessions: 0,
    autoSelectFamily: true,
    secureContext: createSecureContext({ minVersion: 'TLSv1.2', ...ca }),
    rejectUnauthorized: true,
  });
}

/** Opens a request; the caller ends it. Fails with BlockedAddressError before anything is sent to a blocked address. */
export function guardedRequest(
  url: URL,
  { guard, resolve, agent }: Connections,
  options: Pick<RequestOptions, 'method' | 'headers' | 'signal'>,
  reached: (phase: Phase) => void = () => undefined,
): ClientRequest {
  const hostname = hostnameOf(url);
  const request = httpsRequest(url, {
    ...options,
    agent,
    lookup: guard.lookup(resolve),
    maxHeaderSize: headerBytes,
  });
  if (isIP(hostname) !== 0) reached('connect');
  request.once('socket', (socket) => {
    if (!socket.connecting) return reached('response'); // kept alive: it was checked when it connected
    socket.on('lookup', (error: Error | null) => {
      if (error === null) reached('connect');
    });
    socket.once('connect', () => {
      reached('tls');
      const { remoteAddress } = socket;
      if (remoteAddress === undefined) socket.destroy(new Error('the connection broke off'));
      else if (!guard.allows(hostname, remoteAddress)) socket.destroy(new BlockedAddressError(remoteAddress));
    });
    socket.once('secureConnect', () => reached('response'));
  });
  return request;
}
