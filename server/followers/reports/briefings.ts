/** Who is briefed on the documents in force of a project or a site. */
import type { Version } from '../../../shared/resources/document/version.ts';
import { crewRecord } from '../../../shared/resources/signoff/crew-records.ts';
import { briefedOn } from '../../../shared/resources/signoff/briefed.ts';
import type { Signoff } from '../../../shared/resources/signoff/signoff.ts';
import type { BriefedDocument, BriefingMatrixInput } from '../../export/report-input.ts';
import { toRecord } from '../../commit/record-rows.ts';
import { loadLight } from '../../store/records/light-records.ts';
import { loadByDocuments } from '../../store/records/records.ts';
import { frameOf, type Wanted } from './frame.ts';
import { documentsOf } from './places.ts';

type OfDocument = { readonly document_id: string };

export async function briefingMatrixOf(wanted: Wanted): Promise<BriefingMatrixInput> {
  const { db, organisationId } = wanted;
  const found = (await documentsOf(wanted)).filter(({ body }) => typeof body['current_approved_version'] === 'number');
  const ids = found.map(({ id }) => id);
  const light = async <Body>(kind: 'version' | 'signoff') =>
    Map.groupBy(
      (await loadLight(db, organisationId, ids, kind)).map(({ body }) => JSON.parse(body) as Body & OfDocument), // of its schema
      ({ document_id }) => document_id,
    );
  const members = Map.groupBy(
    (await loadByDocuments(db, organisationId, ids, ['crew_member']))
      .filter(({ deleted }) => deleted === 0)
      .map((row) => crewRecord(toRecord(row))),
    ({ document_id }) => document_id,
  );
  const [versions, signoffs] = [await light<Version>('version'), await light<Signoff>('signoff')];
  const documents = found.flatMap(({ id, body }): BriefedDocument[] => {
    const own = versions.get(id) ?? [];
    const inForce = own.find(({ state }) => state === 'current');
    if (!inForce) return [];
    const { version, title, approved_at } = inForce;
    const { people } = briefedOn(String(body['status']), {
      versions: own,
      signoffs: signoffs.get(id) ?? [],
      members: members.get(id) ?? [],
      drafted: [],
    });
    const reference = typeof body['reference'] === 'string' ? body['reference'] : null;
    return [{ reference, title: title ?? String(body['title']), version, approved_at: approved_at ?? null, people }];
  });
  return { ...(await frameOf(wanted)), form: 'briefing_matrix', documents };
}
