/** Parameters of an operation: path, query (as written in the address) and headers. */
import * as z from 'zod';
import { takesIfMatch, takesKey, takesOwnId, type Endpoint } from '../../../shared/rest/endpoint.ts';
import { exampleOf } from './example-ids.ts';
import { tidy } from './tidy.ts';
import type { Parameter, Reference, Schema } from './types.ts';

export const headerParameters = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'Your own id for this request, as shown in logs and audit; generated if missing.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,64}$' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The `ETag` you read: the call fails with 412 if the resource has changed since.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` you have: the response is 304 without a body if nothing has changed.',
    schema: { type: 'string' },
  },
  MustBeNew: {
    name: 'If-None-Match',
    in: 'header',
    description: '`*`: the call fails with 412 if a record with the `id` of the body exists.',
    schema: { type: 'string' },
    example: '*',
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description:
      '`handling=strict`: unknown parameters and unknown members of the body are refused with 422 instead of ignored.',
    schema: { type: 'string' },
    example: 'handling=strict',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A key of your choice: repeating the request returns the first response and has no second effect. Kept for 7 days.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
} as const satisfies Readonly<Record<string, Parameter>>;

const notes: Readonly<Record<string, string>> = {
  page: 'Page number, from 1.',
  per_page: 'Rows per page; more than 100 counts as 100.',
  'per_page of a complete list':
    'Rows per page; more than 100 counts as 100. Without this and `page` the list is complete; `page` alone means 25.',
  cursor:
    '`meta.next_cursor` of the previous page, with the same filters, instead of `page`: no row is skipped or repeated.',
  sort: 'Sort order; `-` for descending.',
  updated_since: 'Inclusive. RFC 3339; UTC if it names no zone.',
  from: 'Inclusive. RFC 3339; UTC if it names no zone.',
  to: 'RFC 3339; UTC if it names no zone.',
  after: 'Sequence number of the last event you have.',
  limit: 'At most 1000; more counts as 1000.',
  q: '2 to 200 characters; every word must match, the last one also as a prefix.',
  archived: 'True: include archived records.',
  since: 'Inclusive. RFC 3339; UTC if it names no zone. By default the last 30 days.',
  unread: 'True: unread by the caller; false: read.',
  organisation: 'Part of a signed link, which replaces the token.',
  expires: 'Part of a signed link, which replaces the token.',
  signature: 'Part of a signed link, which replaces the token.',
};

export function parametersOf(endpoint: Endpoint): (Parameter | Reference)[] {
  const { path, query, signed } = endpoint;
  return [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => pathParameter(name, path)),
    ...Object.entries(query?.shape ?? {}).map(([name, schema]) => queryParameter(name, schema as z.ZodType)), // every member of a zod object is a schema
    ...(signed ? (linkParameters[String(signed)] ?? []) : []).map(linkParameter),
    ...(takesIfMatch(endpoint) ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
    ...(endpoint.method === 'GET' ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
    ...(takesOwnId(endpoint) ? [{ $ref: '#/components/parameters/MustBeNew' }] : []),
    ...(takesKey(endpoint) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    { $ref: '#/components/parameters/Prefer' },
    { $ref: '#/components/parameters/RequestId' },
  ];
}

function pathParameter(name: string, path: string): Parameter {
  const isNumber = name === 'version';
  return {
    name,
    in: 'path',
    required: true,
    description: isNumber ? 'Number of an approved version.' : `Id of the ${name === 'id' ? 'entry' : name}.`,
    schema: isNumber ? { type: 'integer', minimum: 1 } : { type: 'string', format: 'uuid' },
    example: exampleOf(name, path),
  };
}

/** By the kind of signed link; an invitation lasts as long as its submission says. */
const linkParameters: Readonly<Record<string, readonly string[]>> = {
  true: ['organisation', 'expires', 'signature'],
  invitation: ['organisation', 'signature'],
};

function linkParameter(name: string): Parameter {
  return { name, in: 'query', description: notes[name] ?? '', schema: { type: 'string' } };
}

/** Query strings are text; the schema says what the text is read as. A list is written with commas. */
function queryParameter(name: string, schema: z.ZodType): Parameter {
  const read = readAs(schema);
  const description = notes[name === 'per_page' && read.default === undefined ? 'per_page of a complete list' : name];
  const required = !schema.safeParse(undefined).success;
  return {
    name,
    in: 'query',
    ...(required ? { required, example: exampleOf(name, '') } : {}),
    ...(description ? { description } : {}),
    ...(read.type === 'array' ? { style: 'form', explode: false } : {}),
    schema: read,
  };
}

function readAs(schema: z.ZodType): Schema {
  if (schema instanceof z.ZodOptional) return readAs(schema.unwrap() as z.ZodType); // made by zod, as its own types do not say
  if (schema instanceof z.ZodDefault)
    return { ...readAs(schema.unwrap() as z.ZodType), default: schema.def.defaultValue as number };
  const options = { unrepresentable: 'any' } as const;
  const [text, value] = (['input', 'output'] as const).map((io) =>
    tidy(JSON.parse(JSON.stringify(z.toJSONSchema(schema, { ...options, io })))),
  );
  if (value?.type === 'array') return value;
  if (firstOf(schema) instanceof z.ZodISODateTime) return { type: 'string', format: 'date-time' };
  if (text?.pattern?.startsWith('^[1-9]\\d')) return { type: 'integer', minimum: 1 };
  if (text?.pattern?.startsWith('^\\d')) return { type: 'integer', minimum: 0 };
  return text ?? {};
}

/** What the text goes through first. */
function firstOf(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodPipe ? firstOf(schema.in as z.ZodType) : schema; // made by zod, as its own types do not say
}
