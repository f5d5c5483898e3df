/** A sign-in provider that answers with whatever ID token the test asks for, signed by its own key or by another. */
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

export interface Lie {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly isForged?: boolean;
  readonly status?: number;
}

export interface LyingProvider extends AsyncDisposable {
  readonly issuer: string;
  lie: Lie;
}

export async function openLyingProvider(clientId: string): Promise<LyingProvider> {
  const [own, other] = [0, 1].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }));
  if (!own || !other) throw new Error('there are two keys');
  const server = createServer((request, response) => {
    const reply = (body: object, status = 200): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const { issuer, lie } = provider;
    if (request.url === '/.well-known/openid-configuration')
      return reply({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        authorization_response_iss_parameter_supported: true,
      });
    if (request.url === '/keys')
      return reply({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own', alg: 'RS256', use: 'sig' }] });
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, aud: clientId, sub: 'liar', iat: now, exp: now + 300, ...lie.claims };
    const token = signed(
      { alg: 'RS256', kid: 'own', ...lie.header },
      claims,
      lie.isForged ? other.privateKey : own.privateKey,
    );
    reply({ access_token: 'an-access-token', token_type: 'Bearer', id_token: token }, lie.status);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  const provider = {
    issuer: `http://localhost:${typeof address === 'object' && address ? address.port : 0}`,
    lie: {} as Lie,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return provider;
}

function signed(header: object, claims: object, key: KeyObject): string {
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}
