/** The type of a row of the endpoint table, and building blocks for query parameters (contract, REST). */
import * as z from 'zod';
import type { Permission } from '../model/access.ts';
import type { EventName } from '../model/event.ts';

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Parameters in braces, as in the interface document. */
  readonly path: `/api/v1/${string}`;
  /** Null: any valid token. */
  readonly permission: Permission | null;
  /** Needed besides `permission`: the result shows what only this permission reads. */
  readonly alsoReads?: Permission;
  readonly summary: string;
  /** Query parameters; all values arrive as text. */
  readonly query?: z.ZodObject;
  /** Members of the body that are fields of a record; the rules of the kind check them at the commit. */
  readonly fields?: z.ZodType;
  /** Members of the body that the endpoint itself needs and checks. */
  readonly body?: z.ZodObject;
  /** A field that it does not know is refused even where unknown fields are ignored: the file would not be what was asked for. */
  readonly refusesUnknown?: true;
  /** Other names that a body may use for its fields; the reply has the field's own name only. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Also for tokens that are limited to projects, whose limits the handler applies. */
  readonly withinProjects?: true;
  /** Files in `multipart/form-data` instead of JSON. */
  readonly upload?: true;
  /** A signed link replaces the token: to a file, or an invitation. */
  readonly signed?: true | 'invitation';
  /** For changes of data below one record: `If-Match` and the ETag of the response refer to the revision of that record. */
  readonly guardedBy?: 'document';
  /** The rate limit it counts towards, unless it is `read` or `write` by its method. */
  readonly quota?: 'search' | 'export' | 'upload';
  readonly reply: z.ZodType | 'file' | 'nothing';
  /** The members that the reply always has, in a page whose table has no schemas (web/build.ts). */
  readonly needs?: readonly string[];
  readonly status: 200 | 201 | 202 | 204;
  /** A repeated request returns 200 with the existing result. */
  readonly reuses?: true;
  /** Deprecated since this day, removed at `sunset`; `link` documents the replacement. */
  readonly deprecated?: {
    readonly since: `${number}-${string}`;
    readonly sunset: `${number}-${string}`;
    readonly link: string;
  };
  /** Every event that a successful call may emit. */
  readonly emits: readonly EventName[];
}

/** Whether the endpoint supports `If-Match`: it changes an existing record, or data below one. */
export function takesIfMatch({ method, reply, status, guardedBy }: Endpoint): boolean {
  if (guardedBy !== undefined) return true;
  if (method === 'GET' || status === 201 || status === 202) return false;
  return reply === 'nothing' || (reply instanceof z.ZodObject && 'revision' in reply.shape);
}

/** Whether it changes something, so that a repeat under one Idempotency-Key has one effect. */
export function takesKey({ method }: Pick<Endpoint, 'method'>): boolean {
  return method !== 'GET';
}

/** Whether the caller may choose the id of the record that it creates. */
export function takesOwnId({ status, body }: Endpoint): boolean {
  return status === 201 && body !== undefined && 'id' in body.shape;
}

/** Defaults by method; a row spreads one of these and adds the rest. */
export const reads = { method: 'GET', status: 200, emits: [] } as const;
export const creates = { method: 'POST', status: 201, emits: [] } as const;
export const changes = { method: 'PUT', status: 200, emits: [] } as const;
/** A change that may say what its caller saw: what others wrote since is merged as with a device's edit (contract, MG6). Without it, what is sent wins. */
export const merges = {
  ...changes,
  body: z.object({ was: z.record(z.string().max(64), z.json()).optional() }),
} as const;
export const removes = { method: 'DELETE', reply: 'nothing', status: 204, emits: [] } as const;
/** An action on an existing record. */
export const acts = { method: 'POST', status: 200, emits: [] } as const;

/** A read that takes nothing but the parameters of its path. */
export const readRow = <Path extends Endpoint['path'], Reply extends Endpoint['reply']>(
  path: Path,
  permission: Endpoint['permission'],
  summary: string,
  reply: Reply,
) => ({ ...reads, path, permission, summary, reply });

/** An action without a body. */
export const actionRow = <Path extends Endpoint['path'], Reply extends Endpoint['reply']>(
  ...row: Parameters<typeof readRow<Path, Reply>>
) => ({ ...readRow(...row), ...acts });

/** Accepts any number of digits: a page beyond the end is empty. */
export const countFromOne = z
  .string()
  .regex(/^[1-9]\d*$/, 'must be a whole number, 1 or more')
  .transform(Number);
/** Beyond the end of every list; multiplied by the page size it is still an exact number. */
const lastPage = 9e13;
const page = countFromOne.transform((count) => Math.min(count, lastPage)).default(1);
/** Values above 100 count as 100, as `meta.per_page` reports. */
const perPage = countFromOne.transform((count) => Math.min(count, 100));

/** `meta.next_cursor` of the previous page; it includes the page size. */
const cursor = z.string().max(1000).optional();

/** Default page size. */
export const usualPerPage = 25;

export const paged = { page, per_page: perPage.default(usualPerPage), cursor };
/** A list that is complete unless the caller asks for a page or a page size. */
export const complete = { page, per_page: perPage.optional(), cursor };

/** Sort orders of a list of records; `-` = descending. */
const sortKeys = ['created_at', '-created_at', 'updated_at', '-updated_at'] as const;
export type SortKey = (typeof sortKeys)[number];
export const sortable = { sort: z.enum(sortKeys).optional() };

/** One of the values, or several separated by commas. */
export const anyOf = <const Values extends readonly string[]>(values: Values) =>
  z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(values)))
    .optional();

export const anyId = z
  .string()
  .transform((text) => text.toLowerCase().split(','))
  .pipe(z.array(z.uuid()))
  .optional();

/** RFC 3339, UTC if it has no time zone; normalised to the format in the store for comparison. Inclusive. */
export const since = z.iso
  .datetime({ offset: true, local: true })
  .transform((text) => new Date(/Z$|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`).toISOString())
  .optional();

/** An id chosen by the caller, which makes a repeated create harmless. */
export const ownId = { id: z.uuid().toLowerCase().optional() };
