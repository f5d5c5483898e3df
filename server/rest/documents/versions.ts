/** Approved versions of a document, with the details of their approval (contract, Life of a document). */
import type { JsonObject } from '../../../shared/base/json.ts';
import { ofKind, type StoredRecord } from '../../../shared/model/record.ts';
import { versionReply, versionRow } from '../../../shared/rest/shapes.ts';
import type { Handler } from '../request/handler-request.ts';
import { childrenOf, find, missing } from '../request/find.ts';
import type { RestContext } from '../request/rest-context.ts';
import { pageOf } from '../request/lists.ts';
import { present } from '../../../shared/present.ts';

export const listVersions: Handler<'listVersions'> = async ({ actor, params, query }, context) => {
  const { versions, more } = await versionsOf(context, actor.organisationId, params.document);
  return {
    body: pageOf(
      versions.map((record) => present(versionRow, record, more(record))),
      query,
    ),
  };
};

export const getVersion: Handler<'getVersion'> = async ({ actor, params }, context) => {
  const { versions, more } = await versionsOf(context, actor.organisationId, params.document);
  const record = versions.find(({ body }) => String(body['version']) === params.version);
  if (!record) throw missing('approved version');
  // It counts its sign-offs, so it changes while its own revision does not: its ETag is of the content.
  return { body: present(versionReply, record, more(record)) };
};

interface Versions {
  /** Oldest first. */
  readonly versions: readonly StoredRecord[];
  readonly more: (version: StoredRecord) => JsonObject;
}

async function versionsOf(context: RestContext, organisationId: string, documentId: string): Promise<Versions> {
  const { id } = await find(context.store.db, organisationId, 'document', documentId);
  const children = await childrenOf(context.store.db, organisationId, id, ['version', 'signoff']);
  const signoffs = ofKind(children, 'signoff').filter(({ body }) => body['status'] === 'recorded');
  return {
    versions: ofKind(children, 'version').toSorted((a, b) => Number(a.body['version']) - Number(b.body['version'])),
    more: ({ body: { version } }) => ({
      signoffs_recorded: signoffs.filter(({ body }) => body['document_version'] === version).length,
      snapshot_url: `${context.baseUrl()}/api/v1/documents/${id}/versions/${String(version)}`,
    }),
  };
}
