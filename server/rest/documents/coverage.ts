/** Who is briefed, by document: those expected to sign, and those who did (contract, Web). */
import type * as z from 'zod';
import { ofKind, type StoredRecord } from '../../../shared/model/record.ts';
import { present } from '../../../shared/present.ts';
import type { Version } from '../../../shared/resources/document/version.ts';
import { briefedOn } from '../../../shared/resources/signoff/briefed.ts';
import type { Signoff } from '../../../shared/resources/signoff/signoff.ts';
import { crewRecord } from '../../../shared/resources/signoff/crew-records.ts';
import { coverageReply } from '../../../shared/rest/crew.ts';
import type { personnelReply } from '../../../shared/rest/shapes.ts';
import { asInForce } from '../../commit/in-force.ts';
import { loadLight } from '../../store/records/light-records.ts';
import { childrenOfAll } from '../request/find.ts';
import type { Handler } from '../request/handler-request.ts';
import { listed } from '../request/lists.ts';
import { unarchived } from './unarchived.ts';

type Personnel = z.output<typeof personnelReply>;

type OfDocument = { readonly document_id: string };

export const listCoverage: Handler<'listCoverage'> = async (request, context) => {
  const { project_id, document_id: documentId } = request.query;
  const filters = { status: documentId ? undefined : unarchived, project_id, id: documentId };
  const page = await listed(request, context, 'document', filters, (record) => record);
  const ids = page.data.map(({ id }) => id);
  const { db } = context.store;
  const { organisationId } = request.actor;
  const light = async <Body>(kind: 'version' | 'signoff') =>
    byDocument(
      (await loadLight(db, organisationId, ids, kind)).map(({ body }) => JSON.parse(body) as Body & OfDocument), // of its schema
    );
  const [versions, signoffs] = [await light<Version>('version'), await light<Signoff>('signoff')];
  const children = await childrenOfAll(db, organisationId, ids, ['personnel', 'crew_member']);
  const drafted = byDocument(
    ofKind(children, 'personnel').map(({ body }) => body as unknown as Personnel & OfDocument),
  ); // of its schema
  const members = byDocument(ofKind(children, 'crew_member').map(crewRecord));
  const show = (document: StoredRecord) => {
    const { id } = document;
    const own = {
      versions: versions.get(id) ?? [],
      signoffs: signoffs.get(id) ?? [],
      members: members.get(id) ?? [],
      drafted: drafted.get(id) ?? [],
    };
    const { people, notHere } = briefedOn(String(document.body['status']), own);
    return present(coverageReply, document, {
      people: people.map((each) => ({ ...each, crew_member_ids: [...each.crew_member_ids] })),
      not_here: notHere.map(({ name, employer_name, saidBy }) => ({
        name,
        employer_name,
        crew_member_ids: [...saidBy],
      })),
    });
  };
  const named = await asInForce(db, organisationId, page.data);
  return { body: { ...page, data: named.map(show) } };
};

function byDocument<Body extends OfDocument>(bodies: readonly Body[]): ReadonlyMap<string, readonly Body[]> {
  return Map.groupBy(bodies, ({ document_id }) => document_id);
}
