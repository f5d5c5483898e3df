/** Figures of documents in a list, as they are now: the highest residual risk, the score of the compliance check, and hazards by band. */
import { readDetails } from '../../../shared/model/organisation.ts';
import type { Actor } from '../../../shared/model/access.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { complianceOf } from '../../../shared/compliance/of-document.ts';
import { bandOf } from '../../../shared/model/risk.ts';
import type { StoredRecord } from '../../../shared/model/record.ts';
import { resourceOf } from '../../../shared/resources/index.ts';
import type { HazardBands } from '../../../shared/rest/hazard-bands.ts';
import { defaultSettings, readSettings } from '../../../shared/model/settings.ts';
import { toRecord } from '../../commit/record-rows.ts';
import { readFeed } from '../../store/records/feed.ts';
import { loadByIds } from '../../store/records/records.ts';
import { childrenOfAll } from '../request/find.ts';
import type { RestContext } from '../request/rest-context.ts';

/** Where nobody asks for them. */
export const noFigures = { risk_after: null, band_after: null, score: null, hazard_bands: null };

export async function readFigures(
  { organisationId }: Actor,
  { store: { db }, commitContext }: RestContext,
  documents: readonly StoredRecord[],
): Promise<(document: StoredRecord) => JsonObject> {
  const ids = documents.map(({ id }) => id);
  const siteIds = documents.flatMap(({ body }) => (typeof body['site_id'] === 'string' ? [body['site_id']] : []));
  const [feed, sites, entries] = [
    await readFeed(db, organisationId),
    await loadByIds(db, organisationId, [...new Set(siteIds)]),
    await childrenOfAll(db, organisationId, ids, ['section', 'hazard', 'coshh', 'personnel']),
  ];
  const siteById = new Map(sites.map((row) => [row.id, toRecord(row)]));
  const byDocument = Map.groupBy(entries, ({ body }) => String(body['document_id']));
  const world = {
    now: new Date(commitContext.now()).toISOString(),
    settings: feed ? readSettings(feed.settings) : defaultSettings(),
    timezone: readDetails(feed?.details ?? '{}').timezone,
    children: (id: string, wanted: string) => (byDocument.get(id) ?? []).filter(({ kind }) => kind === wanted),
    record: (id: string) => siteById.get(id),
  };
  return (document) => {
    const risks = (byDocument.get(document.id) ?? []).flatMap(({ kind, body }) => {
      const risk = resourceOf(kind).derive?.(body)['risk_after'];
      return typeof risk === 'number' ? [risk] : [];
    });
    const hazards = world.children(document.id, 'hazard').map(({ body }) => resourceOf('hazard').derive?.(body) ?? {});
    const worst = risks.length === 0 ? null : Math.max(...risks);
    return {
      risk_after: worst,
      band_after: bandOf(worst),
      score: complianceOf(document, world).score,
      hazard_bands: { before: countBands(hazards, 'band_before'), after: countBands(hazards, 'band_after') },
    };
  };
}

function countBands(hazards: readonly JsonObject[], member: 'band_before' | 'band_after'): HazardBands['before'] {
  const count = (band: string | null): number => hazards.filter((hazard) => hazard[member] === band).length;
  return {
    low: count('low'),
    medium: count('medium'),
    high: count('high'),
    very_high: count('very_high'),
    not_rated: count(null),
  };
}
