/** Documents: lists, creation, metadata and the actions of their life. */
import type { JsonObject } from '../../../shared/base/json.ts';
import type { StoredRecord } from '../../../shared/model/record.ts';
import type { DocumentAction } from '../../../shared/model/lifecycle.ts';
import { authorsOf } from '../../../shared/resources/document/review/people.ts';
import type { Document } from '../../../shared/resources/document/shape.ts';
import { discardedDraftReply, documentListRow } from '../../../shared/rest/shapes.ts';
import { applyAll, commit, commitBatch } from '../../commit/commit.ts';
import type { HandlerResult, HandlerRequest, Handler } from '../request/handler-request.ts';
import { created, patch, requireNew } from '../request/change.ts';
import { noFigures, readFigures } from './figures.ts';
import { showDocument, type ShownDocument } from './show.ts';
import { placeOfDocument, templateDates, templateSections } from './template.ts';
import { childrenOf, find } from '../request/find.ts';
import type { RestContext } from '../request/rest-context.ts';
import { listed, pageOf } from '../request/lists.ts';
import { present } from '../../../shared/present.ts';

export const listDocuments: Handler<'listDocuments'> = async (request, context) => {
  const { status, type, project_id, site_id, figures } = request.query;
  const page = await listed(request, context, 'document', { status, type, project_id, site_id }, (record) => record);
  const figuresOf = figures === 'true' ? await readFigures(request.actor, context, page.data) : () => noFigures;
  return {
    body: {
      ...page,
      data: page.data.map((record) => present(documentListRow, record, { ...reviewOf(record), ...figuresOf(record) })),
    },
  };
};

/** When the version under review was submitted, and whose it is. */
function reviewOf({ body }: StoredRecord): JsonObject {
  const document = body as unknown as Document; // a record of the kind
  const last = document.status === 'pending_review' ? document.review_rounds.at(-1) : undefined;
  if (!last) return { submitted_at: null, review: null };
  return { submitted_at: last.submitted_at, review: { authors: authorsOf(document), reviewer: last.reviewer } };
}

export const createDocument: Handler<'createDocument'> = async (request, context) => {
  const { newId } = context.commitContext;
  const { id = newId(), template } = request.body;
  const create = {
    op: 'create',
    kind: 'document',
    id,
    set: { ...request.fields, ...fromAliases(request.body) },
  } as const;
  const { status } = await commitBatch(context.commitContext, request.author, async (batch) => {
    await batch.read([create]);
    requireNew(request, batch.world.record(id));
    const isNew = batch.world.record(id) === undefined;
    const place = placeOfDocument(create.set, (known) => batch.world.record(known));
    const isFilled = template && isNew;
    const sections = isFilled ? templateSections(create.set['document_type'], id, place, newId) : [];
    const filled = isFilled ? { ...create, set: { ...create.set, ...templateDates(create.set, place) } } : create;
    return created(await applyAll(batch, [filled, ...sections]));
  });
  return { ...(await showDocument(request, context, id)), status, location: `/api/v1/documents/${id}` };
};

export const getDocument: Handler<'getDocument'> = (request, context) =>
  showDocument(request, context, request.params.document);

export const updateDocument: Handler<'updateDocument'> = async (request, context) => {
  const before = await find(context.store.db, request.actor.organisationId, 'document', request.params.document);
  await patch(request, context, before, { ...request.fields, ...fromAliases(request.body) });
  return await showDocument(request, context, before.id);
};

export const answerReviewComment: Handler<'answerReviewComment'> = async (request, context) => {
  const before = await find(context.store.db, request.actor.organisationId, 'document', request.params.document);
  const args = { ...request.fields, comment_id: request.params.comment };
  await commit(context.commitContext, request.author, [
    { op: 'act', kind: 'document', id: before.id, action: 'answer_comment', args, ...request.guard(before) },
  ]);
  return await showDocument(request, context, before.id);
};

export const listDiscardedDrafts: Handler<'listDiscardedDrafts'> = async ({ actor, params, query }, context) => {
  const { id } = await find(context.store.db, actor.organisationId, 'document', params.document);
  const drafts = await childrenOf(context.store.db, actor.organisationId, id, ['discarded_draft']);
  const newestFirst = drafts.toSorted((a, b) => b.seq - a.seq);
  return {
    body: pageOf(
      newestFirst.map((record) => present(discardedDraftReply, record)),
      query,
    ),
  };
};

/** The handler of one action: the change, then the document after it. */
export function actOnDocument(action: DocumentAction | 'ask_to_brief' | 'meet_condition' | 'reopen_condition') {
  return async (
    request: HandlerRequest<{ readonly document: string }>,
    context: RestContext,
  ): Promise<HandlerResult<ShownDocument['body']>> => {
    const before = await find(context.store.db, request.actor.organisationId, 'document', request.params.document);
    await commit(context.commitContext, request.author, [
      { op: 'act', kind: 'document', id: before.id, action, args: request.fields, ...request.guard(before) },
    ]);
    return await showDocument(request, context, before.id);
  };
}

/** `project` and `site` are aliases of `project_id` and `site_id`. */
function fromAliases({
  project,
  site,
}: {
  readonly project?: string | null | undefined;
  readonly site?: string | null | undefined;
}): JsonObject {
  return {
    ...(project === undefined ? {} : { project_id: project }),
    ...(site === undefined ? {} : { site_id: site }),
  };
}
