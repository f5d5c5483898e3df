/** Notice to the user who requested an export, when it has succeeded or failed. */
import type { Notice } from '../../model/notice.ts';
import type { Change } from '../../model/resource.ts';
import { documentName, toPerson, wordOf } from './wording.ts';

interface Exported {
  readonly document_id: string;
  readonly document_version: number | null;
  readonly compare_with: number | null;
  readonly format: string;
  readonly trigger: 'requested' | 'reconciled';
  readonly input_hash: string | null;
  readonly requested_by?: { readonly id?: string | null | undefined } | null | undefined;
  readonly failure: { readonly message: string; readonly retryable: boolean } | null;
}

export function exportNotices({ id, action, after, world }: Change<Exported>): readonly Notice[] {
  if (!after || (action !== 'complete' && action !== 'fail')) return [];
  const isRequested = after.trigger === 'requested';
  if (!isRequested && action === 'complete') return [];
  const document = world.record(after.document_id)?.body;
  const version = after.document_version === null ? 'the working draft' : `version ${after.document_version}`;
  const marked = after.compare_with === null ? '' : `, with its changes since version ${after.compare_with} marked`;
  const what = `${version} of ${documentName(document)} as ${after.format.toUpperCase()}${marked}`;
  const [format, title] = [after.format.toUpperCase(), wordOf(document, 'title') ?? 'a document'];
  const common = {
    resourceType: 'export',
    resourceId: id,
    projectId: wordOf(document, 'project_id'),
    to: toPerson(isRequested ? after.requested_by?.id : null, 'exports:write'),
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
      body: `There is no ${isRequested ? '' : 'up-to-date '}file of ${what}. ${after.failure?.message ?? ''} ${whatNext(isRequested, after.failure?.retryable)}`,
      // A standing export is told once, however often it is tried.
      dedupeKey: `export_failed ${isRequested ? id : `${after.document_id} ${after.format} ${after.input_hash}`}`,
    },
  ];
}

function whatNext(isRequested: boolean, isRetryable = false): string {
  if (!isRetryable) return 'Asking again will not help.';
  return isRequested ? 'Asking again may help.' : 'The server tries again a few times.';
}
