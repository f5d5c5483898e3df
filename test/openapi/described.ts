/** Our OpenAPI document with a JSON Schema validator for each shape in it, to hold real answers against. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { isJsonObject } from '../../shared/base/json.ts';
import { openApiDocument } from '../../server/docs/openapi/document.ts';
import {
  methods,
  type OpenApi,
  type Operation,
  type Reference,
  type Response,
} from '../../server/docs/openapi/types.ts';
import type { EndpointName } from '../../shared/rest/rest.ts';
import type { Answer } from '../kit/world.ts';

export interface Described {
  readonly document: OpenApi;
  /** By operationId; without the other ways to call the same. */
  readonly operations: ReadonlyMap<string, Operation>;
  /** What is wrong with the value by the schema of this name; empty where nothing is. */
  readonly faults: (schemaName: string, value: unknown) => readonly string[];
  readonly response: (reply: Response | Reference) => Response;
}

export function openDescribed(): Described {
  const document = openApiDocument('http://127.0.0.1:8080');
  // Formats are told to people; limits and types are what is compared.
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(document, 'api');
  const validators = new Map<string, ValidateFunction>();
  return {
    document,
    operations: new Map(
      Object.values(document.paths)
        .flatMap((item) => methods.flatMap((method) => item[method] ?? []))
        .filter((operation) => !operation['x-alias-of'])
        .map((operation) => [operation.operationId, operation]),
    ),
    faults(schemaName, value) {
      const validate = validators.get(schemaName) ?? ajv.compile({ $ref: `api#/components/schemas/${schemaName}` });
      validators.set(schemaName, validate);
      if (validate(value)) return [];
      return (validate.errors ?? []).map(({ instancePath, message }) => `${schemaName}${instancePath} ${message}`);
    },
    response(reply) {
      if (!('$ref' in reply)) return reply;
      const found = document.components.responses[nameOf(reply.$ref)];
      if (!found) throw new Error(`${reply.$ref} leads nowhere`);
      return found;
    },
  };
}

export function nameOf($ref: string): string {
  return $ref.split('/').at(-1) ?? '';
}

/** Headers that say something of this very answer. */
const told = [
  'etag',
  'idempotency-replayed',
  'link',
  'location',
  'retry-after',
  'www-authenticate',
  'x-ignored-fields',
  'x-request-id',
] as const;

/** Between an answer and what the document says of it; empty where there is none. */
export function differencesOf(
  described: Described,
  name: EndpointName,
  { status, headers, body }: Answer<unknown>,
): string[] {
  const { operations, faults, response } = described;
  const operation = operations.get(name);
  const reply = operation?.responses[String(status)];
  if (!reply) return ['is not described'];
  const { content = {}, headers: named = {}, 'x-problem-codes': codes } = response(reply);
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  const media = content[type];
  if (!media && Object.keys(content).length > 0) return [`comes as ${type}`];
  const schemaName = nameOf(media?.schema.$ref ?? '');
  const missing = told.filter(
    (header) => headers.has(header) && !Object.keys(named).some((each) => each.toLowerCase() === header),
  );
  const promised = ['ETag', 'X-Request-Id', ...(status === 200 ? [] : ['Location'])].filter(
    (header) => header in named && !headers.has(header),
  );
  const code = isJsonObject(body) ? String(body['code']) : '';
  return [
    ...(schemaName ? faults(schemaName, body) : []),
    ...(schemaName && !codes ? extra(described, schemaName, body) : []),
    ...missing.map((header) => `has ${header}, which is not described`),
    ...promised.map((header) => `lacks ${header}`),
    ...(codes && !codes.includes(code) ? [`may not be ${code}`] : []),
  ];
}

/** Members that are shown and not described, in the record itself or in the rows of a list. */
function extra(described: Described, schemaName: string, body: unknown): string[] {
  if (schemaName === 'Event') return []; // told in full by the webhooks
  const { properties = {} } = described.document.components.schemas[schemaName] ?? {};
  const rows = isJsonObject(body) && Array.isArray(body['data']) ? (body['data'] as unknown[]) : [];
  const rowName = nameOf(properties['data']?.items?.$ref ?? '');
  return [
    ...Object.keys(isJsonObject(body) ? body : {})
      .filter((member) => !(member in properties))
      .map((member) => `shows ${member}`),
    ...(rowName ? rows.slice(0, 3).flatMap((row) => extra(described, rowName, row)) : []),
  ];
}
