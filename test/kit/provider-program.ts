/**
 * A real OpenID Connect provider as a process of its own, with its own pages to sign in and to consent. It answers 503 until it is told
 * where its one client is; who its users are comes on the IPC channel too.
 */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import Provider from 'oidc-provider';
import { providerClient, type ProviderOrder } from './provider.ts';

let accounts: NonNullable<ProviderOrder['accounts']> = {};
let serve: RequestListener = (_request, response) => response.writeHead(503).end();

const server = createServer((request, response) => serve(request, response)).listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;

process.on('message', ({ redirectUri, accounts: known }: ProviderOrder) => {
  if (known) accounts = known;
  if (redirectUri !== undefined) serve = open(redirectUri);
  process.send?.({ issuer });
});
process.on('disconnect', () => process.exit(0));
process.send?.({ issuer });

function open(redirectUri: string): RequestListener {
  const provider = new Provider(issuer, {
    clients: [{ ...providerClient, redirect_uris: [redirectUri] }],
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['cookies of the test'] },
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, ...accounts[sub] }),
    }),
  });
  return provider.callback();
}
