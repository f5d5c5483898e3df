/** What one row of the endpoint table says, and the pieces that its queries are made of (contract, REST). */
import * as z from 'zod';
import type { Permission } from '../model/access.ts';
import type { EventName } from '../model/event.ts';

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Parameters in braces, as the interface document writes them. */
  readonly path: `/api/v1/${string}`;
  /** Null: every valid token may. */
  readonly permission: Permission | null;
  readonly summary: string;
  /** From the query string, so every value arrives as text. */
  readonly query?: z.ZodObject;
  /** Members of the body that are fields of a record: the kind's own rules check them when they are committed. */
  readonly fields?: z.ZodType;
  /** Members of the body that the door itself needs and checks. */
  readonly body?: z.ZodObject;
  /** Files in `multipart/form-data` instead of JSON. */
  readonly upload?: true;
  /** A signed link replaces the token: to a file, or an invitation. */
  readonly signed?: true | 'invitation';
  /** A change of what hangs on one record: `If-Match` names the revision of that record, and so does the ETag of the answer. */
  readonly guardedBy?: 'document';
  /** What it counts as in the rate limits, where that is not `read` or `write` by its method. */
  readonly quota?: 'search' | 'export' | 'upload';
  readonly reply: z.ZodType | 'file' | 'nothing';
  readonly status: 200 | 201 | 202 | 204;
  /** A repeated request returns 200 with the existing result. */
  readonly reuses?: true;
  /** It will go: from which day that is known, on which day it ends, and where one reads what takes its place. */
  readonly deprecated?: {
    readonly since: `${number}-${string}`;
    readonly sunset: `${number}-${string}`;
    readonly link: string;
  };
  /** Every event that a successful call may fire. */
  readonly emits: readonly EventName[];
}

/** Whether `If-Match` guards it: a change of one existing record, or of what belongs to one. */
export function takesIfMatch({ method, reply, status, guardedBy }: Endpoint): boolean {
  if (guardedBy !== undefined) return true;
  if (method === 'GET' || status === 201 || status === 202) return false;
  return reply === 'nothing' || (reply instanceof z.ZodObject && 'revision' in reply.shape);
}

/** Whether the caller may choose the id of the record that it creates. */
export function takesOwnId({ status, body }: Endpoint): boolean {
  return status === 201 && body !== undefined && 'id' in body.shape;
}

/** What most rows of a method share; a row spreads one of these and says the rest. */
export const reads = { method: 'GET', status: 200, emits: [] } as const;
export const creates = { method: 'POST', status: 201 } as const;
export const changes = { method: 'PUT', status: 200 } as const;
export const removes = { method: 'DELETE', reply: 'nothing', status: 204 } as const;
/** An action on a record that exists. */
export const acts = { method: 'POST', status: 200 } as const;

/** Any number of digits: a page beyond the end is empty. */
export const countFromOne = z
  .string()
  .regex(/^[1-9]\d*$/, 'must be a whole number, 1 or more')
  .transform(Number);
/** Beyond the end of every list, and times the page size still an exact number. */
const lastPage = 9e13;
const page = countFromOne.transform((count) => Math.min(count, lastPage)).default(1);
/** More than 100 is taken as 100, and `meta.per_page` says so. */
const perPage = countFromOne.transform((count) => Math.min(count, 100));

/** `meta.next_cursor` of the page before; it brings the page size with it. */
const cursor = z.string().max(1000).optional();

/** Rows a page, where nothing else is asked for. */
export const usualPerPage = 25;

export const paged = { page, per_page: perPage.default(usualPerPage), cursor };
/** A list that is complete unless a page, or a page size, is asked for. */
export const complete = { page, per_page: perPage.optional(), cursor };

/** What a list of records may be put in order by; `-` = the last first. */
const sortKeys = ['created_at', '-created_at', 'updated_at', '-updated_at'] as const;
export type SortKey = (typeof sortKeys)[number];
export const sortable = { sort: z.enum(sortKeys).optional() };

/** One of the values, or several in a comma list. */
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

/** RFC 3339, in UTC where it names no zone; compared as the store writes times. Inclusive. */
export const since = z.iso
  .datetime({ offset: true, local: true })
  .transform((text) => new Date(/Z$|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`).toISOString())
  .optional();

/** An id that the caller made, so that sending a create again is harmless. */
export const ownId = { id: z.uuid().toLowerCase().optional() };
