/** Duplicates a document: its content under new ids, as a draft without versions and sign-offs. */
import type { Create } from '../../../shared/model/command.ts';
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../../shared/base/json.ts';
import { entryKinds } from '../../../shared/resources/entry-kinds.ts';
import { requireSize } from '../../../shared/resources/document/review/content-size.ts';
import { applyAll, commitBatch } from '../../commit/commit.ts';
import type { Handler } from '../request/handler-request.ts';
import { showDocument } from './show.ts';
import { childrenOf, find } from '../request/find.ts';

const suffix = ' (copy)';
const maxTitle = 200;

export const duplicate: Handler<'duplicate'> = async (request, context) => {
  const { newId } = context.commitContext;
  const { organisationId } = request.actor;
  const id = newId();
  await commitBatch(context.commitContext, request.author, async (batch) => {
    const original = await find(batch.tx.trx, organisationId, 'document', request.params.document);
    const entries = await childrenOf(batch.tx.trx, organisationId, original.id, entryKinds);
    requireSize((kind) => entries.filter((entry) => entry.kind === kind));
    // The copy gets a new reference.
    const { reference: _, title, ...body } = original.body;
    const copy = { ...body, title: `${String(title).slice(0, maxTitle - suffix.length)}${suffix}` };
    const set = { ...copy, ...placeOf(request.fields, body) };
    const copies = entries.map((entry): Create => {
      const copied = { ...withNewIds(entry.body, newId), document_id: id };
      return { op: 'create', kind: entry.kind, id: newId(), set: copied };
    });
    return await applyAll(batch, [{ op: 'create', kind: 'document', id, set }, ...copies]);
  });
  return { ...(await showDocument(request, context, id)), location: `/api/v1/documents/${id}` };
};

/** As asked; in another project the site of the original is none. */
function placeOf(asked: JsonObject, { project_id }: JsonObject): JsonObject {
  const isElsewhere = asked['project_id'] !== undefined && asked['project_id'] !== project_id;
  return { ...(isElsewhere ? { site_id: null } : {}), ...asked };
}

/** Controls and cards merge by id, so the copy gets new ids for them too. */
function withNewIds(body: JsonObject, newId: () => string): JsonObject {
  return Object.fromEntries(
    Object.entries(body).map(([field, value]) => [
      field,
      isJsonList(value) ? value.map((entry) => renewed(entry, newId)) : value,
    ]),
  );
}

function renewed(entry: Json, newId: () => string): Json {
  return isJsonObject(entry) && typeof entry['id'] === 'string' ? { ...entry, id: newId() } : entry;
}
