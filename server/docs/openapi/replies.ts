/** Successful responses: status, headers, and JSON, a file or nothing. */
import * as z from 'zod';
import { takesKey, takesOwnId, type Endpoint } from '../../../shared/rest/endpoint.ts';
import type { SchemaBook } from './schemas.ts';
import type { Content, Header, Reference, Response, Schema } from './types.ts';

export const headers = {
  RequestId: { description: 'Id of this request: yours, or a generated one.', schema: { type: 'string' } },
  ETag: {
    description:
      'Identifies this state of the resource; send it in `If-Match`, or in `If-None-Match` when reading again.',
    schema: { type: 'string' },
  },
  Location: {
    description: 'Path of the created resource; the first if there are several.',
    schema: { type: 'string' },
  },
  Link: {
    description: 'Links to the pages `first`, `prev`, `next` and `last` of a paged list.',
    schema: { type: 'string' },
  },
  RateLimitPolicy: { description: 'The limit: `"read";q=600;w=60`.', schema: { type: 'string' } },
  RateLimit: {
    description: 'What remains, and the seconds until the limit resets: `"read";r=599;t=60`.',
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'Seconds to wait before the next request.', schema: { type: 'integer', minimum: 0 } },
  IgnoredFields: {
    description: 'Unknown members of the body, such as misspelt ones; each percent-encoded.',
    schema: { type: 'string' },
  },
  IgnoredParameters: {
    description: 'Unknown parameters of the address, such as misspelt ones; each percent-encoded.',
    schema: { type: 'string' },
  },
  PreferenceApplied: {
    description: 'The request was handled strictly, as its `Prefer` asked.',
    schema: { type: 'string', enum: ['handling=strict'] },
  },
  IdempotencyReplayed: {
    description: '`true`: a stored response to the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
  Challenge: { description: 'What the token would have to allow (RFC 6750).', schema: { type: 'string' } },
  ContentDisposition: { description: 'Name of the file.', schema: { type: 'string' } },
} as const satisfies Readonly<Record<string, Header>>;

export function successReplies(
  name: string,
  endpoint: Endpoint,
  book: SchemaBook,
): Record<string, Response | Reference> {
  const { reply, status } = endpoint;
  const content =
    reply === 'nothing' ? undefined : reply === 'file' ? fileContent(endpoint) : jsonContent(book.reply(reply, name));
  const response = (description: string): Response => ({
    description,
    headers: headersOf(endpoint),
    ...(content ? { content } : {}),
  });
  return {
    [status]: response(descriptions[status]),
    ...(endpoint.method === 'GET' ? { 304: { $ref: '#/components/responses/NotModified' } } : {}),
    ...(takesOwnId(endpoint)
      ? { 200: response('The same create was sent before; the response is the record it created.') }
      : {}),
    ...(endpoint.reuses
      ? { 200: response('An earlier request for the same is still valid; the response is its result.') }
      : {}),
  };
}

export const notModified: Response = {
  description: 'The caller’s copy is up to date.',
  headers: {
    'X-Request-Id': { $ref: '#/components/headers/RequestId' },
    ETag: { $ref: '#/components/headers/ETag' },
    Link: { $ref: '#/components/headers/Link' },
  },
};

const descriptions = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted; Location shows the progress.',
  204: 'Done, without a body.',
};

function headersOf(endpoint: Endpoint): Record<string, Reference> {
  const { method, status, reply, fields, body, query, guardedBy } = endpoint;
  const isOne = reply instanceof z.ZodObject && 'revision' in reply.shape;
  const isJob = reply instanceof z.ZodObject && 'download_url' in reply.shape;
  const wanted: readonly [keyof typeof headers, string, boolean][] = [
    ['RequestId', 'X-Request-Id', true],
    ['ETag', 'ETag', isOne || method === 'GET' || guardedBy !== undefined],
    ['Link', 'Link', query !== undefined && 'per_page' in query.shape],
    ['Location', 'Location', status === 201 || status === 202],
    ['RateLimitPolicy', 'RateLimit-Policy', true],
    ['RateLimit', 'RateLimit', true],
    ['RetryAfter', 'Retry-After', isJob],
    ['IgnoredFields', 'X-Ignored-Fields', fields !== undefined || body !== undefined],
    ['IgnoredParameters', 'X-Ignored-Parameters', true],
    ['PreferenceApplied', 'Preference-Applied', true],
    ['IdempotencyReplayed', 'Idempotency-Replayed', takesKey(endpoint)],
    ['ContentDisposition', 'Content-Disposition', reply === 'file'],
  ];
  return Object.fromEntries(
    wanted.filter(([, , holds]) => holds).map(([name, header]) => [header, { $ref: `#/components/headers/${name}` }]),
  );
}

function jsonContent(schema: Schema): Content {
  return { 'application/json': { schema } };
}

const filesByFolder: Readonly<Record<string, readonly string[]>> = {
  organisation: ['image/jpeg', 'image/png'],
  photos: ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'application/pdf'],
  exports: ['application/pdf', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  'project-exports': [
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/zip',
  ],
};

/** Files have no schema in OpenAPI 3.1: their media type says it all. */
function fileContent({ path }: Endpoint): Content {
  const types = filesByFolder[path.split('/')[3] ?? ''] ?? ['application/octet-stream'];
  return Object.fromEntries(types.map((type) => [type, { schema: {} }]));
}
