/** Each problem that follows from a row of the endpoint table alone, and a call that gets exactly that problem. */
import type { ProblemCode } from '../../../shared/model/problem.ts';
import { permissions } from '../../../shared/model/access.ts';
import { takesIfMatch } from '../../../shared/rest/endpoint.ts';
import type * as z from 'zod';
import type { Firm } from './firm.ts';
import { idle, paramsOf, readsBody, type TableRow } from './rows.ts';
import { nothing, type CallOptions, type Site } from './site.ts';

export interface Probe {
  readonly code: ProblemCode;
  readonly status: number;
  readonly options: CallOptions;
}

/** No addressed record exists, so a probe that is not refused for its own reason gets a 404. */
export async function probesOf({ endpoint }: TableRow, site: Site, strict: Firm): Promise<readonly Probe[]> {
  const params = idle(endpoint);
  const tell = (status: number, code: ProblemCode, options: CallOptions): Probe => ({
    code,
    status,
    options: { params, ...options },
  });
  const { permission, reply, query, upload } = endpoint;
  const strictly = { headers: await strict.as('owner') };
  return [
    tell(400, 'bad_request', { headers: { 'if-match': 'no tag' } }),
    tell(401, 'unauthenticated', { as: 'nobody' }),
    ...(permission === null ? [] : [tell(403, 'forbidden', { headers: await without(site, permission) })]),
    ...(paramsOf(endpoint).length > 0 ? [tell(404, 'not_found', formed(endpoint))] : []),
    ...(reply === 'nothing' ? [] : [unreadable(endpoint, tell)]),
    ...(readsBody(endpoint)
      ? [
          tell(400, 'malformed_json', { body: '{"a": ' }),
          tell(400, 'malformed_json', { body: '{"a": 1, "a": 2}' }),
          tell(400, 'json_too_complex', { body: `${'['.repeat(33)}${']'.repeat(33)}` }),
          tell(413, 'payload_too_large', { body: `"${'a'.repeat(1024 * 1024)}"` }),
          tell(415, 'unsupported_media_type', { body: 'a=1', headers: { 'content-type': 'text/plain' } }),
          tell(422, 'validation_failed', { body: [] }),
          tell(422, 'unknown_field', { ...strictly, body: { no_such_member: 1 } }),
        ]
      : []),
    ...(upload
      ? [
          tell(415, 'unsupported_media_type', { params: {}, body: {} }),
          tell(422, 'validation_failed', { params: {}, body: new FormData() }),
        ]
      : []),
    ...(query ? unfit(query).map((text) => tell(422, 'validation_failed', { query: text })) : []),
    ...(takesIfMatch(endpoint) ? [tell(428, 'precondition_required', strictly)] : []),
  ];
}

async function without(site: Site, permission: string): Promise<Readonly<Record<string, string>>> {
  const scopes = permissions.filter((each) => each !== permission);
  return { authorization: `Bearer ${await site.world.token('owner', undefined, 'all but one', { scopes })}` };
}

/** A well-formed body for every row, so that only the id is wrong. */
export function formed(endpoint: TableRow['endpoint']): CallOptions {
  if (!readsBody(endpoint)) return {};
  const shape: Readonly<Record<string, z.ZodType>> = endpoint.body?.shape ?? {};
  if (endpoint.refusesUnknown)
    return {
      body: Object.fromEntries(
        Object.entries({ ...members, version: 1, worker: { name: 'Jo' } }).filter(
          ([name]) => shape[name]?.safeParse(undefined).success === false,
        ),
      ),
    };
  return { body: members };
}

const members = {
  order: [],
  formats: [],
  reason: 'long enough to count',
  worker_name: 'Jo',
  since: '2026-01-01T00:00:00Z',
  hash: 'a'.repeat(64),
};

/** A file must exist before its type is known. */
function unreadable(
  { reply }: TableRow['endpoint'],
  tell: (status: number, code: ProblemCode, options: CallOptions) => Probe,
): Probe {
  const headers = { accept: 'image/gif' };
  return tell(406, 'not_acceptable', reply === 'file' ? { params: {}, headers } : { headers });
}

/** For each parameter that is not free text, an invalid value. */
function unfit(query: z.ZodObject): readonly string[] {
  return Object.entries(query.shape).flatMap(([name, schema]) => {
    const bad = ['', '-1', `${nothing}\0`, 'x'.repeat(1100)].find(
      (text) => !(schema as z.ZodType).safeParse(text).success, // every member of a zod object is a schema
    );
    return bad === undefined ? [] : [`?${name}=${encodeURIComponent(bad)}`];
  });
}
