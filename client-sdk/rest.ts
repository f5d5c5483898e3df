/** The typed REST client: one method for each row of the endpoint table, with nothing generated and nothing written twice. */
import { isJsonObject, type JsonObject } from '../shared/base/json.ts';
import { isProblemCode, Problem, type FieldProblem } from '../shared/model/problem.ts';
import type { Endpoint } from '../shared/rest/endpoint.ts';
import { neededMembers } from '../shared/rest/needed-members.ts';
import {
  endpoints,
  type EndpointName,
  type Endpoints,
  type ParamsOf,
  type ReplyOf,
  type SentAs,
} from '../shared/rest/rest.ts';
import type { Clock } from './base/clock.ts';
import { uuidFrom } from './base/random-id.ts';

export interface Connection {
  /** Address of the server, with or without a slash at the end. */
  readonly server: string;
  readonly fetch?: typeof fetch;
  /** Learns from the date of each answer how wrong it is; a page of another origin is not shown the date. */
  readonly clock?: Pick<Clock, 'now' | 'measure'>;
  /** Told of each answer of the server, success or problem, once it has been read whole. */
  readonly read?: (answer: Response) => void;
}

/**
 * Something other than the server answered, such as a proxy or the log-in page of a network, or an answer was cut off: nobody knows what
 * the server did.
 */
export class NotSitefileError extends Error {
  override readonly name = 'NotSitefileError';
  readonly status: number;

  constructor(status: number) {
    super(`Something other than the server answered with ${status}.`);
    this.status = status;
  }
}

export interface RestOptions extends Connection {
  /** Null in a page of the server's own, whose browser sends the session of its user. */
  readonly token: string | null;
}

/** Absent where the endpoint has none, optional where nothing in it is required. */
type Part<Key extends string, Sent> = unknown extends Sent
  ? unknown
  : Partial<Sent> extends Sent
    ? { readonly [Member in Key]?: Sent }
    : { readonly [Member in Key]: Sent };

type QueryOf<Name extends EndpointName> =
  unknown extends SentAs<Name, 'query'>
    ? unknown
    : { readonly [Parameter in keyof SentAs<Name, 'query'>]?: string | number | readonly string[] | undefined };

type BodyOf<Name extends EndpointName> = Endpoints[Name] extends { readonly upload: true }
  ? FormData
  : SentAs<Name, 'fields'> & SentAs<Name, 'body'>;

type RestInput<Name extends EndpointName> = ParamsOf<Endpoints[Name]['path']> &
  Part<'query', QueryOf<Name>> &
  Part<'body', BodyOf<Name>> & {
    /** The `revision` that must still stand; otherwise the call fails with `precondition_failed`. */
    readonly ifRevision?: number;
    readonly signal?: AbortSignal;
  } & (Endpoints[Name]['method'] extends 'GET'
    ? unknown
    : {
        /** Makes the change harmless to send again, for seven days; a fresh one each time unless the caller brings its own. */
        readonly idempotencyKey?: string;
      });

/**
 * Throws a Problem where the server refuses, a NotSitefileError where something else answered, and what `fetch` throws when there is no
 * answer.
 */
export type RestClient = {
  readonly [Name in EndpointName]: (
    ...input: Partial<RestInput<Name>> extends RestInput<Name> ? [input?: RestInput<Name>] : [input: RestInput<Name>]
  ) => Promise<ReplyOf<Name, Blob>>;
};

export function restClient(options: RestOptions): RestClient {
  const methods = Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => [
    name,
    (input: LooseInput = {}) => callEndpoint(endpoint, options, input),
  ]);
  return Object.fromEntries(methods) as RestClient; // each method is made from the row that types it
}

/** One call of an endpoint of any table. */
export async function callEndpoint(
  endpoint: Endpoint,
  { server, token = null, fetch: send = fetch, clock, read }: Connection & Partial<RestOptions>,
  input: LooseInput,
): Promise<unknown> {
  const url = `${server.replace(/\/$/, '')}${pathOf(endpoint, input)}${queryOf(input)}`;
  const askedAt = clock?.now() ?? 0;
  const response = await send(url, requestOf(endpoint, token, input));
  const answeredAt = clock?.now() ?? 0;
  const reply = await replyOf(endpoint, response);
  if (clock) measureBy(clock, response, askedAt, answeredAt);
  read?.(response);
  if (reply instanceof Problem) throw reply;
  return reply;
}

/** A slow answer tells little. */
const slowMs = 5000;

/** The date is that of the server, in whole seconds. */
function measureBy(
  { measure }: NonNullable<Connection['clock']>,
  { headers }: Response,
  askedAt: number,
  answeredAt: number,
): void {
  const date = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(date) || Math.abs(answeredAt - askedAt) > slowMs) return;
  measure(new Date(date + 500).toISOString(), askedAt, answeredAt);
}

/** What the inputs of all methods have in common. */
export interface LooseInput {
  readonly [param: string]: unknown;
  readonly query?: Readonly<Record<string, string | number | readonly string[] | undefined>>;
  readonly ifRevision?: number;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

function pathOf({ path }: Endpoint, input: LooseInput): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, param: string) => encodeURIComponent(String(input[param])));
}

function queryOf({ query = {} }: LooseInput): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}

function requestOf(endpoint: Endpoint, token: string | null, input: LooseInput): RequestInit {
  const { body, ifRevision, idempotencyKey = freshKey(), signal } = input;
  const isForm = body instanceof FormData;
  return {
    method: endpoint.method,
    // Nobody else answers instead.
    redirect: 'error',
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      ...(ifRevision === undefined ? {} : { 'if-match': `"r${ifRevision}"` }),
      ...(changes(endpoint) ? { 'idempotency-key': idempotencyKey } : {}),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  };
}

/** Not `randomUUID`, which browsers offer over HTTPS only. */
function freshKey(): string {
  return uuidFrom((bytes) => crypto.getRandomValues(bytes));
}

/** Throws a NotSitefileError for what is not the server's. */
async function replyOf(endpoint: Endpoint, response: Response): Promise<unknown> {
  const { ok, status } = response;
  const { reply } = endpoint;
  if (!ok) return problemOf(status, await jsonOf(response));
  if (reply === 'file') return await fileOf(response);
  if (reply === 'nothing' ? status !== 204 : status === 204) throw new NotSitefileError(status);
  if (reply === 'nothing') return null;
  const json = await jsonOf(response);
  if (changes(endpoint) && !isReplyOf(endpoint, json)) throw new NotSitefileError(status);
  return json;
}

function changes({ method }: Endpoint): boolean {
  return method !== 'GET';
}

/** The server has no file that is a page. */
async function fileOf(response: Response): Promise<Blob> {
  if (/^text\/html\b/i.test(response.headers.get('content-type') ?? '')) throw new NotSitefileError(response.status);
  return await response.blob();
}

async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new NotSitefileError(response.status);
  }
}

/** Only by what it has: a newer server may have other values, and more members. */
function isReplyOf({ reply, needs }: Endpoint, json: unknown): boolean {
  const members = needs ?? (typeof reply === 'string' ? [] : neededMembers(reply));
  return members.length === 0 || (isJsonObject(json) && members.every((name) => name in json));
}

function problemOf(status: number, body: unknown): Problem {
  const { code, detail, errors, type: _, title: __, ...members }: JsonObject = isJsonObject(body) ? body : {};
  if (typeof code !== 'string' || !isProblemCode(code) || members['status'] !== status)
    throw new NotSitefileError(status);
  return new Problem(code, typeof detail === 'string' ? detail : `The server answered ${status}.`, {
    errors: Array.isArray(errors) ? (errors as readonly FieldProblem[]) : [], // as the server's own problem bodies hold them
    members,
  });
}
