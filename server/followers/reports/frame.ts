/** What every report of a project reads: the organisation, the project and the site. */
import { readDetails } from '../../../shared/model/organisation.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { ProjectExport } from '../../../shared/resources/project-export.ts';
import industries from '../../../shared/reference/industries.json' with { type: 'json' };
import type { BlobStore } from '../../blobs/blobs.ts';
import { toRecord } from '../../commit/record-rows.ts';
import type { ReportInput } from '../../export/report-input.ts';
import { printedOrganisation } from '../export-logo.ts';
import type { Db } from '../../store/engine/db.ts';
import { readFeed } from '../../store/records/feed.ts';
import { loadByIds } from '../../store/records/records.ts';

/** What one file is made for. */
export interface Wanted {
  readonly db: Db;
  readonly organisationId: string;
  readonly blobs: BlobStore;
  readonly asked: ProjectExport;
  /** RFC 3339. */
  readonly printedAt: string;
  /** As in MakeContext. */
  readonly publicUrl: string | null;
}

export type Frame = Pick<ReportInput, 'organisation' | 'project' | 'site' | 'printed_at' | 'paper' | 'format'>;

export async function frameOf({ db, organisationId, blobs, asked, printedAt }: Wanted): Promise<Frame> {
  const { project_id, site_id, paper, format } = asked;
  const rows = await loadByIds(db, organisationId, [project_id, ...(site_id === null ? [] : [site_id])]);
  const feed = await readFeed(db, organisationId);
  const { registered_address, phone, industry_id } = readDetails(feed?.details ?? '{}');
  const body = (id: string | null) => rows.map(toRecord).find((record) => record.id === id)?.body ?? null;
  const project = body(project_id);
  if (!project) throw new Problem('not_found', 'The project is gone.');
  return {
    format: format === 'docx' ? 'docx' : 'pdf',
    paper,
    organisation: { registered_address, phone, industry_id, ...printedOrganisation(blobs, organisationId, feed) },
    project,
    site: body(site_id),
    printed_at: printedAt,
  };
}

/** Of the organisation; null = not given, or no longer in the list. */
export function industryName({ organisation }: Frame): string | null {
  return industries.find(({ id }) => id === organisation.industry_id)?.name ?? null;
}
