/** The OpenAPI 3.1 document of the REST API (`/api/v1/openapi.json`), generated from the endpoint table. */
import type { JsonObject } from '../../../shared/base/json.ts';
import { endpoints } from '../../../shared/rest/rest.ts';
import type { Endpoint } from '../../../shared/rest/endpoint.ts';
import { replyExamples } from './example-replies.ts';
import { description } from './guide.ts';
import { headerParameters, parametersOf } from './parameters.ts';
import { problemReplies, problemSchemas, sharedProblems } from './problems.ts';
import { headers, notModified, successReplies } from './replies.ts';
import { requestBodyOf } from './requests.ts';
import { openSchemaBook, type SchemaBook } from './schemas.ts';
import { tagOf, tags } from './tags.ts';
import { schemaPath } from './tidy.ts';
import type { Method, OpenApi, Operation, Paths, Schemas } from './types.ts';
import { webhooksOf } from './webhooks.ts';

/** `server` is the base URL without a trailing slash. The output is deterministic. */
export function openApiDocument(server: string): OpenApi {
  const book = openSchemaBook();
  for (const [name, schema] of Object.entries(problemSchemas)) book.add(name, schema);
  const paths = pathsOf(book);
  const webhooks = webhooksOf(book);
  const responses = { NotModified: notModified, ...sharedProblems() };
  return {
    openapi: '3.1.1',
    info: {
      title: 'Sitefile API',
      version: '1.0.0',
      summary: 'Construction health-and-safety documents and the sign-offs on them.',
      description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: server }],
    tags,
    security: [{ bearer: [] }],
    paths,
    webhooks,
    components: {
      schemas: withExamples(reachable(book.schemas(), { paths, webhooks, responses })),
      parameters: headerParameters,
      headers,
      responses,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'An API token.' } },
    },
  };
}

function pathsOf(book: SchemaBook): Paths {
  const paths: Record<string, { [Verb in Method]?: Operation }> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const item = (paths[endpoint.path] ??= {});
    item[endpoint.method.toLowerCase() as Method] = operation(name, endpoint, book); // the table has only these methods
    if (endpoint.method === 'PUT' && endpoint.fields) item.patch = patchOf(item.put ?? operation(name, endpoint, book));
  }
  return paths;
}

function operation(name: string, endpoint: Endpoint, book: SchemaBook): Operation {
  const { method, path, summary, permission, emits, signed, quota, deprecated } = endpoint;
  const requestBody = requestBodyOf(name, endpoint, book);
  return {
    operationId: name,
    ...(deprecated ? { deprecated: true } : {}),
    summary,
    tags: [tagOf(path)],
    ...(permission === null ? {} : { 'x-permission': permission }),
    'x-events': emits,
    'x-quota': quota ?? (method === 'GET' ? 'read' : 'write'),
    // A signed link replaces the token.
    ...(signed ? { security: [{ bearer: [] }, {}] } : {}),
    parameters: parametersOf(endpoint),
    ...(requestBody ? { requestBody } : {}),
    responses: {
      ...successReplies(name, endpoint, book),
      ...problemReplies(name, endpoint),
    },
  };
}

/** PUT changes only the fields that are sent, so PATCH is the same; a merge patch also merges nested objects. */
function patchOf(put: Operation): Operation {
  const { requestBody, operationId } = put;
  const content = requestBody?.content ?? {};
  return {
    ...put,
    operationId: operationId.replace(/^update/, 'patch'),
    'x-alias-of': operationId,
    requestBody: {
      ...requestBody,
      content: {
        ...content,
        ...(content['application/json'] ? { 'application/merge-patch+json': content['application/json'] } : {}),
      },
    },
  };
}

/** Drops schemas that nothing refers to. */
function reachable(schemas: Schemas, from: JsonObject): Schemas {
  const found = new Set<string>();
  const look = (part: JsonObject): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = schemas[name];
      if (!schema) throw new Error(`no schema has the name ${schemaPath}${name}`);
      if (found.has(name)) continue;
      found.add(name);
      look(schema);
    }
  };
  look(from);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)));
}

function withExamples(schemas: Schemas): Schemas {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const example = replyExamples[name];
      return [name, example ? { ...schema, examples: [example] } : schema];
    }),
  );
}
