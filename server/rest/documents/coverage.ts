/** Who is briefed, by document: those expected to sign, and those who did (contract, Web). */
import type * as z from 'zod';
import type { StoredRecord } from '../../../shared/model/record.ts';
import { present } from '../../../shared/present.ts';
import { coverageOf } from '../../../shared/resources/signoff/coverage.ts';
import { coverageReply, type personnelReply } from '../../../shared/rest/shapes.ts';
import { childrenOfAll } from '../request/find.ts';
import type { Handler } from '../request/handler-request.ts';
import { listed } from '../request/lists.ts';
import { presenterAmong } from './signoff-presenter.ts';

export const listCoverage: Handler<'listCoverage'> = async (request, context) => {
  const filters = { status: ['draft', 'pending_review', 'approved'], project_id: request.query.project_id };
  const page = await listed(request, context, 'document', filters, (record) => record);
  const ids = page.data.map(({ id }) => id);
  const kinds = ['personnel', 'signoff', 'version'] as const;
  const children = await childrenOfAll(context.store.db, request.actor.organisationId, ids, kinds);
  const byDocument = Map.groupBy(children, ({ body }) => String(body['document_id']));
  return { body: { ...page, data: page.data.map((document) => show(document, byDocument.get(document.id) ?? [])) } };
};

function show(document: StoredRecord, children: readonly StoredRecord[]): z.output<typeof coverageReply> {
  const of = (kind: string): StoredRecord[] => children.filter((record) => record.kind === kind);
  const showSignoff = presenterAmong(document, of('version'));
  const signoffs = of('signoff').map((record) => {
    const { worker, status, currency, document_version: version = null, capture, received_at } = showSignoff(record);
    const at = capture.captured_at_corrected ?? capture.captured_at_device ?? received_at ?? null;
    return { worker, status, isCurrent: currency === 'current', version, at };
  });
  // A record of kind personnel holds a body of its schema.
  const personnel = of('personnel').map(({ body }) => body as unknown as z.output<typeof personnelReply>);
  const people = coverageOf(personnel, signoffs).map((each) => ({ ...each }));
  return present(coverageReply, document, { people });
}
