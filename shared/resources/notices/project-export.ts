/** Notice to the user who requested an export of a project, when it has succeeded or failed. */
import type { Notice } from '../../model/notice.ts';
import type { Change } from '../../model/resource.ts';
import { toPerson, wordOf } from './wording.ts';

interface Exported {
  readonly project_id: string;
  readonly site_id: string | null;
  readonly incident_id: string | null;
  readonly form: keyof typeof names;
  readonly format: string;
  readonly requested_by: { readonly id?: string | null | undefined } | null;
  readonly failure: { readonly message: string; readonly retryable: boolean } | null;
}

const names = {
  permit_register: 'Permit register',
  briefing_matrix: 'Briefing matrix',
  incident_sheet: 'Incident sheet',
  pack: 'Project pack',
} as const;

/** Without names of people: an incident is named by its reference. */
export function projectExportNotices({ id, action, after, world }: Change<Exported>): readonly Notice[] {
  if (!after || (action !== 'complete' && action !== 'fail')) return [];
  const { project_id: projectId, site_id: site, incident_id: incident, failure } = after;
  const placed = incident ? wordOf(world.record(incident)?.body, 'reference') : null;
  const where = placed ?? wordOf(world.record(site ?? projectId)?.body, 'name') ?? 'a project';
  const [name, format] = [names[after.form], after.format.toUpperCase()];
  const common = {
    resourceType: 'project_export',
    resourceId: id,
    projectId,
    to: toPerson(after.requested_by?.id ?? null, 'exports:write'),
  };
  if (action === 'complete')
    return [
      {
        ...common,
        type: 'export_ready',
        severity: 'info',
        subject: `${name} ready: ${where}`,
        body: `The file you asked for is there: ${name} of ${where} as ${format}.`,
        dedupeKey: `export_ready ${id}`,
      },
    ];
  const next = failure?.retryable ? 'Asking again may help.' : 'Asking again will not help.';
  return [
    {
      ...common,
      type: 'export_failed',
      severity: 'warning',
      subject: `${name} failed: ${where}`,
      body: `There is no ${name.toLowerCase()} of ${where} as ${format}. ${failure?.message ?? ''} ${next}`,
      dedupeKey: `export_failed ${id}`,
    },
  ];
}
