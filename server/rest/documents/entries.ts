/**
 * The entries of a document, the same for all four kinds: list, create, read, update, remove, reorder. A position is a sort key in the
 * record and a count on the wire; both are read and written under the organisation's lock.
 */
import type * as z from 'zod';
import type { Command } from '../../../shared/model/command.ts';
import { reorderKeys } from '../../../shared/merge/order.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { StoredRecord } from '../../../shared/model/record.ts';
import type { EntryKind } from '../../../shared/resources/entry-kinds.ts';
import { applyAll, commit, commitBatch } from '../../commit/commit.ts';
import type { HandlerResult, HandlerRequest } from '../request/handler-request.ts';
import { created, patch, requireNew, requireRevision } from '../request/change.ts';
import { withPositions } from './show.ts';
import { childrenOf, find, idOf, missing } from '../request/find.ts';
import type { RestContext } from '../request/rest-context.ts';
import { pageOf, type Envelope, type PageQuery } from '../request/lists.ts';
import { placeAt, type Placed } from './place.ts';
import { present } from '../../../shared/present.ts';

interface OfDocument {
  readonly document: string;
}
interface OfEntry extends OfDocument {
  readonly id: string;
}
interface NewEntry {
  readonly id?: string | undefined;
  readonly position?: number | undefined;
}

export function listEntries<Shape extends z.ZodObject>(kind: EntryKind, reply: Shape) {
  return async (
    { actor, params, query }: HandlerRequest<OfDocument, PageQuery>,
    context: RestContext,
  ): Promise<HandlerResult<Envelope<z.output<Shape>>>> => {
    const { id } = await find(context.store.db, actor.organisationId, 'document', params.document);
    const entries = await childrenOf(context.store.db, actor.organisationId, id, [kind]);
    return { body: pageOf(withPositions(reply, kind, entries), query) };
  };
}

export function createEntry<Shape extends z.ZodObject>(kind: EntryKind, reply: Shape) {
  return async (
    request: HandlerRequest<OfDocument, unknown, NewEntry>,
    context: RestContext,
  ): Promise<HandlerResult<z.output<Shape>>> => {
    const { organisationId } = request.actor;
    const { id = context.commitContext.newId(), position } = request.body;
    const document = await find(context.store.db, organisationId, 'document', request.params.document);
    const { record, status } = await commitBatch(context.commitContext, request.author, async (batch) => {
      const siblings = (await childrenOf(batch.tx.trx, organisationId, document.id, [kind])).map(placedOf);
      const create = { op: 'create', kind, id, set: { ...request.fields, document_id: document.id } } as const;
      await batch.read([create]);
      requireNew(request, batch.world.record(id));
      if (batch.world.record(id)) return created(await applyAll(batch, [create]));
      const keys = placeAt(siblings, id, position);
      const placed = { ...create, set: { ...create.set, sort_key: keys.get(id) } };
      keys.delete(id);
      await applyAll(batch, [placed, ...movesOf(kind, keys)]);
      return { record: batch.world.record(id), status: 201 as const };
    });
    if (!record) throw new Error('a create returned no record');
    const body = await shown(context, organisationId, document.id, reply, record);
    return {
      body,
      revision: record.rev,
      status,
      location: `/api/v1/documents/${document.id}/${segmentOf[kind]}/${id}`,
    };
  };
}

export function getEntry<Shape extends z.ZodObject>(kind: EntryKind, reply: Shape) {
  return async (request: HandlerRequest<OfEntry>, context: RestContext): Promise<HandlerResult<z.output<Shape>>> => {
    const entry = await entryOf(request, context, kind);
    const body = await shown(context, request.actor.organisationId, String(entry.body['document_id']), reply, entry);
    return { body, revision: entry.rev };
  };
}

export function updateEntry<Shape extends z.ZodObject>(kind: EntryKind, reply: Shape) {
  return async (request: HandlerRequest<OfEntry>, context: RestContext): Promise<HandlerResult<z.output<Shape>>> => {
    const before = await entryOf(request, context, kind);
    const record = await patch(request, context, before, request.fields);
    const body = await shown(context, request.actor.organisationId, String(before.body['document_id']), reply, record);
    return { body, revision: record.rev };
  };
}

export function removeEntry(kind: EntryKind) {
  return async (request: HandlerRequest<OfEntry>, context: RestContext): Promise<HandlerResult<null>> => {
    const entry = await entryOf(request, context, kind);
    await commit(context.commitContext, request.author, [
      { op: 'remove', kind, id: entry.id, ...request.guard(entry) },
    ]);
    return { body: null };
  };
}

/** Takes a removal back: the same record at its place, with what refers to it. */
export function restoreEntry<Shape extends z.ZodObject>(kind: EntryKind, reply: Shape) {
  return async (request: HandlerRequest<OfEntry>, context: RestContext): Promise<HandlerResult<z.output<Shape>>> => {
    const { organisationId } = request.actor;
    const document = await find(context.store.db, organisationId, 'document', request.params.document);
    const command = { op: 'patch', kind, id: idOf(kind, request.params.id), set: {}, restores: true } as const;
    const record = await commitBatch(context.commitContext, request.author, async (batch) => {
      await batch.read([command]);
      const before = batch.world.record(command.id);
      if (before?.kind !== kind || before.body['document_id'] !== document.id) throw missing(kind);
      const [outcome] = await applyAll(batch, [{ ...command, ...request.guard(before) }]);
      return outcome?.record ?? before;
    });
    return { body: await shown(context, organisationId, document.id, reply, record), revision: record.rev };
  };
}

/** Many entries move, so the ETag is the document's, in If-Match and in the response. */
export function reorderEntries<Shape extends z.ZodObject>(kind: EntryKind, reply: Shape) {
  return async (
    request: HandlerRequest<OfDocument, unknown, { readonly order: readonly string[] }>,
    context: RestContext,
  ): Promise<HandlerResult<Envelope<z.output<Shape>>>> => {
    const { organisationId } = request.actor;
    const { id } = await find(context.store.db, organisationId, 'document', request.params.document);
    await commitBatch(context.commitContext, request.author, async (batch) => {
      requireRevision(request, await find(batch.tx.trx, organisationId, 'document', id));
      const siblings = (await childrenOf(batch.tx.trx, organisationId, id, [kind])).map(placedOf);
      return await applyAll(batch, movesOf(kind, reorderKeys(inNewOrder(siblings, request.body.order))));
    });
    const entries = await childrenOf(context.store.db, organisationId, id, [kind]);
    const { rev: revision } = await find(context.store.db, organisationId, 'document', id);
    return { body: pageOf(withPositions(reply, kind, entries), { page: 1 }), revision };
  };
}

const segmentOf: Readonly<Record<EntryKind, string>> = {
  section: 'sections',
  hazard: 'hazards',
  coshh: 'coshh',
  personnel: 'personnel',
};

/** The entry that the path names, if it belongs to the document that the path names. */
async function entryOf(
  { actor, params }: HandlerRequest<OfEntry>,
  context: RestContext,
  kind: EntryKind,
): Promise<StoredRecord> {
  const entry = await find(context.store.db, actor.organisationId, kind, params.id);
  if (entry.body['document_id'] !== params.document.toLowerCase()) throw missing(kind);
  return entry;
}

async function shown<Shape extends z.ZodObject>(
  context: RestContext,
  organisationId: string,
  documentId: string,
  reply: Shape,
  record: StoredRecord,
): Promise<z.output<Shape>> {
  const siblings = await childrenOf(context.store.db, organisationId, documentId, [record.kind as EntryKind]); // entries alone are shown here
  return present(reply, record, { position: siblings.findIndex(({ id }) => id === record.id) + 1 });
}

function placedOf({ id, body }: StoredRecord): Placed {
  return { id, key: String(body['sort_key']) };
}

function movesOf(kind: EntryKind, keys: ReadonlyMap<string, string>): Command[] {
  return [...keys].map(([id, key]) => ({ op: 'patch', kind, id, set: { sort_key: key } }));
}

function inNewOrder(siblings: readonly Placed[], order: readonly string[]): Placed[] {
  const siblingsById = new Map(siblings.map((sibling) => [sibling.id, sibling]));
  const wanted = [...new Set(order)].flatMap((id) => siblingsById.get(id) ?? []);
  if (wanted.length === siblings.length && wanted.length === order.length) return wanted;
  throw new Problem(
    'order_mismatch',
    `The order names ${order.length} entries; the document has ${siblings.length}, each to be named once.`,
    {
      errors: [{ pointer: '#/order', code: 'order_mismatch', detail: 'must name every entry exactly once' }],
    },
  );
}
