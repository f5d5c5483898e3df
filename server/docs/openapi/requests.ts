/** Request bodies: JSON, in which the record's fields and the endpoint's own members are one object, or files. */
import type { Endpoint } from '../../../shared/rest/endpoint.ts';
import { bodyExamples } from './examples.ts';
import type { SchemaBook } from './schemas.ts';
import type { RequestBody } from './types.ts';

export function requestBodyOf(name: string, endpoint: Endpoint, book: SchemaBook): RequestBody | undefined {
  if (endpoint.upload) return endpoint.path.endsWith('/logo') ? logo : photos;
  const schema = book.body(endpoint, name);
  if (!schema) return undefined;
  const example = bodyExamples[name];
  const { required: needed = [], anyOf } = book.schemas()[`${name.charAt(0).toUpperCase()}${name.slice(1)}Body`] ?? {};
  const required = needed.length > 0 || anyOf !== undefined;
  return {
    ...(required ? { required } : {}),
    content: { 'application/json': { schema, ...(example ? { examples: { body: { value: example } } } : {}) } },
  };
}

const photos: RequestBody = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: {
          'photos[]': {
            type: 'array',
            minItems: 1,
            maxItems: 10,
            items: { type: 'string', format: 'binary' },
            description: 'JPEG, PNG, WebP or HEIC, recognised by content; up to 15 MiB each.',
          },
        },
        required: ['photos[]'],
      },
      encoding: { 'photos[]': { contentType: 'image/jpeg, image/png, image/webp, image/heic, application/pdf' } },
    },
  },
};

const logo: RequestBody = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: {
          logo: { type: 'string', format: 'binary', description: 'JPEG or PNG, judged by content; up to 2 MiB.' },
        },
        required: ['logo'],
      },
      encoding: { logo: { contentType: 'image/jpeg, image/png' } },
    },
  },
};
