/** Notice to the user who requested an export, when it has succeeded or failed. */
import type { Notice } from '../../model/notice.ts';
import type { Change } from '../../model/resource.ts';
import { nameOf, toPerson, wordOf } from './wording.ts';

interface Exported {
  readonly document_id: string;
  readonly document_version: number | null;
  readonly format: string;
  readonly requested_by?: { readonly id?: string | null | undefined } | null | undefined;
  readonly failure: { readonly message: string; readonly retryable: boolean } | null;
}

export function exportNotices({ id, action, after, world }: Change<Exported>): readonly Notice[] {
  if (!after || (action !== 'complete' && action !== 'fail')) return [];
  const document = world.record(after.document_id)?.body;
  const version = after.document_version === null ? 'the working draft' : `version ${after.document_version}`;
  const what = `${version} of ${nameOf(document)} as ${after.format.toUpperCase()}`;
  const [format, title] = [after.format.toUpperCase(), wordOf(document, 'title') ?? 'a document'];
  const common = {
    resourceType: 'export',
    resourceId: id,
    projectId: wordOf(document, 'project_id'),
    to: toPerson(after.requested_by?.id, 'exports:write'),
  };
  if (action === 'complete')
    return [
      {
        ...common,
        type: 'export_ready',
        severity: 'info',
        subject: `${format} ready: ${title}`,
        body: `The file you asked for is there: ${what}.`,
        dedupeKey: `export_ready ${id}`,
      },
    ];
  return [
    {
      ...common,
      type: 'export_failed',
      severity: 'warning',
      subject: `${format} failed: ${title}`,
      body: `There is no file of ${what}. ${after.failure?.message ?? ''} ${after.failure?.retryable ? 'Asking again may help.' : 'Asking again will not help.'}`,
      dedupeKey: `export_failed ${id}`,
    },
  ];
}
