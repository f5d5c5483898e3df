/** The sheet of one incident: whole for those who manage incidents, without personal details for others. */
import { byInstant } from '../../../shared/base/instant.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { ofKind, type StoredRecord } from '../../../shared/model/record.ts';
import { resources } from '../../../shared/resources/index.ts';
import { partialBody } from '../../../shared/visible.ts';
import type { IncidentSheetInput } from '../../export/report-input.ts';
import { toRecord } from '../../commit/record-rows.ts';
import { loadByIds } from '../../store/records/records.ts';
import { pageOfRecords } from '../../store/records/record-lists.ts';
import { frameOf, industryName, type Wanted } from './frame.ts';
import { sitePhotos } from './site-photos.ts';

/** The first `most` of them, oldest first. */
export async function incidentsOf({ db, organisationId, asked }: Wanted, most: number): Promise<StoredRecord[]> {
  const { project_id, site_id } = asked;
  const filters = { project_id, site_id: site_id ?? undefined };
  const rows = await pageOfRecords(db, organisationId, {
    kind: 'incident',
    filters,
    order: 'created_at',
    page: 1,
    perPage: most,
  });
  const records = rows.map(toRecord);
  return records.toSorted((a, b) => byInstant(timeOf(a), timeOf(b)) || a.id.localeCompare(b.id));
}

export async function incidentSheetOf(wanted: Wanted, incidentId: string): Promise<IncidentSheetInput> {
  const { db, organisationId, asked } = wanted;
  const [row] = await loadByIds(db, organisationId, [incidentId]);
  if (!row) throw new Problem('not_found', 'The incident is gone.');
  const { body } = toRecord(row);
  const id = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  const reporterId = id((body['reported_by'] as JsonObject | null)?.['id']); // as the incident's schema says
  const named = [id(body['document_id']), id(body['site_id']), reporterId].filter((each) => each !== null);
  const around = (
    await loadByIds(
      db,
      organisationId,
      named.filter((each) => /^[0-9a-f-]{36}$/.test(each)),
    )
  ).map(toRecord);
  const one = (kind: 'document' | 'site' | 'user') => ofKind(around, kind)[0]?.body ?? null;
  const document = one('document');
  const frame = await frameOf(wanted);
  const isWhole = asked.needs.includes('incidents:manage');
  // What follows from a field is as personal as the field.
  const shown = isWhole ? body : partialBody('incident', body);
  return {
    ...frame,
    site: one('site'),
    form: 'incident_sheet',
    incident: { ...shown, ...resources.incident.derive?.(shown) },
    isWhole,
    // Who they are is personal too.
    reporter: isWhole ? one('user') : null,
    industry: industryName(frame),
    document: document && [document['reference'], document['title']].filter(Boolean).map(String).join(' '),
    photos: asked.photos ? await sitePhotos(wanted, body['site_id'], namedIn(body)) : null,
  };
}

function namedIn(incident: JsonObject): readonly string[] {
  const named = (incident['photos'] as readonly JsonObject[] | undefined) ?? []; // as the incident's schema says
  return named.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
}

/** In the zone in which it was reported. */
function timeOf({ body }: StoredRecord): string {
  return String(body['occurred_at']);
}
