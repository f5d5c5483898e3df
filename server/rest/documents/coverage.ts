/** Who is briefed, by document: those expected to sign, and those who did (contract, Web). */
import type * as z from 'zod';
import type { StoredRecord } from '../../../shared/model/record.ts';
import { present } from '../../../shared/present.ts';
import type { Version } from '../../../shared/resources/document/version.ts';
import { briefedOn } from '../../../shared/resources/signoff/briefed.ts';
import type { Signoff } from '../../../shared/resources/signoff/signoff.ts';
import { coverageReply, type personnelReply } from '../../../shared/rest/shapes.ts';
import { asInForce } from '../../commit/in-force.ts';
import { loadLight } from '../../store/records/light-records.ts';
import { childrenOfAll } from '../request/find.ts';
import type { Handler } from '../request/handler-request.ts';
import { listed } from '../request/lists.ts';

type Personnel = z.output<typeof personnelReply>;
type OfDocument = { readonly document_id: string };

export const listCoverage: Handler<'listCoverage'> = async (request, context) => {
  const filters = { status: ['draft', 'pending_review', 'approved'], project_id: request.query.project_id };
  const page = await listed(request, context, 'document', filters, (record) => record);
  const ids = page.data.map(({ id }) => id);
  const { db } = context.store;
  const { organisationId } = request.actor;
  const light = async <Body>(kind: 'version' | 'signoff') =>
    byDocument(
      (await loadLight(db, organisationId, ids, kind)).map(({ body }) => JSON.parse(body) as Body & OfDocument), // of its schema
    );
  const [versions, signoffs] = [await light<Version>('version'), await light<Signoff>('signoff')];
  const entries = await childrenOfAll(db, organisationId, ids, ['personnel']);
  const drafted = byDocument(entries.map(({ body }) => body as unknown as Personnel & OfDocument)); // of its schema
  const show = (document: StoredRecord) => {
    const { id } = document;
    const own = {
      versions: versions.get(id) ?? [],
      signoffs: signoffs.get(id) ?? [],
      drafted: drafted.get(id) ?? [],
    };
    return present(coverageReply, document, {
      people: briefedOn(String(document.body['status']), own).map((each) => ({ ...each })),
    });
  };
  const named = await asInForce(db, organisationId, page.data);
  return { body: { ...page, data: named.map(show) } };
};

function byDocument<Body extends OfDocument>(bodies: readonly Body[]): ReadonlyMap<string, readonly Body[]> {
  return Map.groupBy(bodies, ({ document_id }) => document_id);
}
