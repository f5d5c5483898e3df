/** The endpoints that most kinds of record share: create, read, change, and the actions of their life. */
import type { StoredRecord } from '../../../shared/model/record.ts';
import type { Actor } from '../../../shared/model/access.ts';
import type { Kind } from '../../../shared/resources/index.ts';
import { act, create, patch } from './change.ts';
import { find } from './find.ts';
import type { HandlerRequest, HandlerResult } from './handler-request.ts';
import type { RestContext } from './rest-context.ts';

type Create = HandlerRequest<unknown, unknown, { readonly id?: string | undefined }>;

/** `collection` = the path segment of the kind; its path parameter has the name of the kind. */
export function recordEndpoints<Name extends Kind, Shown>(
  kind: Name,
  collection: string,
  show: (record: StoredRecord, actor: Actor) => Shown,
) {
  type Named = HandlerRequest<{ readonly [Parameter in Name]: string }>;

  function result({ actor }: HandlerRequest, record: StoredRecord): HandlerResult<Shown> & { readonly body: Shown } {
    return { body: show(record, actor), revision: record.rev };
  }

  function load({ actor, params }: Named, context: RestContext): Promise<StoredRecord> {
    return find(context.store.db, actor.organisationId, kind, params[kind]);
  }

  return {
    create: async (request: Create, context: RestContext): Promise<HandlerResult<Shown>> => {
      const { record, status } = await create(request, context, kind, request.fields, request.body.id);
      return { ...result(request, record), status, location: `/api/v1/${collection}/${record.id}` };
    },
    get: async (request: Named, context: RestContext): Promise<HandlerResult<Shown>> =>
      result(request, await load(request, context)),
    update: async (request: Named, context: RestContext): Promise<HandlerResult<Shown>> =>
      result(request, await patch(request, context, await load(request, context), request.fields)),
    act:
      (action: string) =>
      async (request: Named, context: RestContext): Promise<HandlerResult<Shown>> =>
        result(request, await act(request, context, await load(request, context), action)),
    load,
    result,
  };
}
