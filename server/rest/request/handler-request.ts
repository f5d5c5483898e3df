/** The argument and the result of a handler, typed by the endpoint's row in shared/rest/rest.ts. */
import type { Readable } from 'node:stream';
import type { Request } from 'express';
import type { Actor } from '../../../shared/model/access.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import type { StoredRecord } from '../../../shared/model/record.ts';
import type { EndpointName, Endpoints, ParamsOf, ReadAs, ReplyOf } from '../../../shared/rest/rest.ts';
import type { RequestContext } from '../../commit/commit.ts';
import type { RestContext } from './rest-context.ts';

export interface HandlerRequest<Params = unknown, Query = unknown, Body = unknown> {
  readonly actor: Actor;
  /** For commit(). */
  readonly author: RequestContext;
  readonly params: Params;
  readonly query: Query;
  /** The members that the router validated. */
  readonly body: Body;
  /** The whole body as received. */
  readonly sent: JsonObject;
  /** Members that are fields of the record, not yet validated: the rules of the kind do that in commit(). */
  readonly fields: JsonObject;
  /** The precondition of `If-Match` for this record, to be spread into the command that it guards. */
  readonly guard: (record: Pick<StoredRecord, 'rev'>) => { readonly expectRev?: number };
  /** What the caller saw in the fields that it changes, where it says so: then others' changes since are merged. */
  readonly was: JsonObject | undefined;
  /** `If-None-Match: *` on a POST. */
  readonly mustBeNew: boolean;
  /** A JSON Merge Patch: within an object, only the members that are sent change. */
  readonly merges: boolean;
  readonly idempotencyKey: string | undefined;
  /** For uploads, and for the URL. */
  readonly incoming: Request;
  /** For handlers that read the body themselves; throws if the caller's rights have ended meanwhile. */
  readonly identifyAgain: () => Promise<Actor>;
}

export interface HandlerResult<Body> {
  readonly body: Body;
  /** Of the record in the body; becomes the ETag. */
  readonly revision?: number;
  /** What the body shows that the revision does not count; the ETag covers it too. */
  readonly beside?: string;
  /** If it differs from the table: 200 for a create that was sent before. */
  readonly status?: number;
  /** Path of what was created. */
  readonly location?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface FileBody {
  readonly stream: Readable;
  /** Bytes. */
  readonly size: number;
  /** Throws if the content is not what `sha256` says. */
  readonly compare: () => Promise<void>;
  readonly mediaType: string;
  /** Lower-case hex; becomes the ETag. */
  readonly sha256: string;
  readonly name: string;
  readonly disposition: 'inline' | 'attachment';
}

export type Handler<Name extends EndpointName> = (
  request: HandlerRequest<ParamsOf<Endpoints[Name]['path']>, ReadAs<Name, 'query'>, ReadAs<Name, 'body'>>,
  context: RestContext,
) => Promise<HandlerResult<ReplyOf<Name, FileBody>>>;

export type Handlers = { readonly [Name in EndpointName]: Handler<Name> };
