/** Who is briefed, by document: those expected to sign, and those who did (contract, Web). */
import type * as z from 'zod';
import type { StoredRecord } from '../../../shared/model/record.ts';
import { present } from '../../../shared/present.ts';
import type { Version } from '../../../shared/resources/document/version.ts';
import { coverageOf } from '../../../shared/resources/signoff/coverage.ts';
import { coverageReply, type personnelReply } from '../../../shared/rest/shapes.ts';
import { childrenOfAll } from '../request/find.ts';
import type { Handler } from '../request/handler-request.ts';
import { listed } from '../request/lists.ts';
import { presenterAmong } from './signoff-presenter.ts';

type Personnel = z.output<typeof personnelReply>;

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
  const people = coverageOf(expectedOn(of('version'), of('personnel')), signoffs).map((each) => ({ ...each }));
  return present(coverageReply, document, { people });
}

/** Named in the version in force, which is what people sign; before there is one, in the draft. */
function expectedOn(versions: readonly StoredRecord[], drafted: readonly StoredRecord[]): Personnel[] {
  const inForce = versions.find(({ body }) => body['state'] === 'current');
  // Records hold bodies of their schema, and so do the entries of a snapshot.
  if (!inForce) return drafted.map(({ body }) => body as unknown as Personnel);
  return (inForce.body as unknown as Version).content['personnel'] as unknown as Personnel[];
}
