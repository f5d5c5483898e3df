/** Sentences about fields that their types and limits leave open, and the words that put them into a schema. */
import type { Schema, Schemas } from './types.ts';

/** By `Record.field` or `operation.field`, else by the name of a top-level field. */
const notes: Readonly<Record<string, string>> = {
  id: 'UUID. In a create it may be your own (version 7 is best), so that sending the create again is harmless.',
  revision: 'Counts the changes of the record; the number in its `ETag`. Not the version of a document.',
  created_at: 'RFC 3339 in UTC with milliseconds.',
  updated_at: 'RFC 3339 in UTC with milliseconds; strictly increases in an organisation.',
  created_by: 'Who or what created it, by the name that its token acts under.',
  document_id: 'The document that it belongs to.',
  project_id: 'The project that it belongs to.',
  site_id: 'The site that it belongs to.',
  position: 'Place among the entries of its kind, from 1. In a create: where it goes, else last.',
  content_hash: 'SHA-256 of the canonical content (RFC 8785), as `sha256:` and 64 hexadecimal digits.',
  severity_before: 'How bad, before controls.',
  likelihood_before: 'How likely, before controls.',
  severity_after: 'How bad, with controls; not above the severity before.',
  likelihood_after: 'How likely, with controls; not above the likelihood before.',
  risk_before: 'Severity times likelihood before controls; worked out, never stored.',
  risk_after: 'Severity times likelihood with controls; worked out, never stored.',
  band_before: 'Band of the risk matrix: `low`, `medium`, `high` or `very_high`.',
  band_after: 'Band of the risk matrix: `low`, `medium`, `high` or `very_high`.',
  controls: 'What is done about it. Merged by the `id` of each, which the server gives where it is missing.',
  'Document.status': 'Changed by the review actions alone.',
  'Document.version': 'The version that is being worked on; from 1, and one more after each `revise`.',
  'Document.current_approved_version': 'The version that people sign; null until the first approval.',
  'Document.review_rounds': 'Each trip to review and back, oldest first.',
  'Document.permit': 'The form of a permit to work.',
  'Document.powra': 'What the team decided on the spot.',
  'createDocument.template': 'True: start with the sections that belong to the document type.',
  'createDocument.reference': 'Your own reference; without one it is made of project, type and number.',
  'createDocument.project': 'Another name for `project_id`.',
  'createDocument.site': 'Another name for `site_id`.',
  'updateDocument.project': 'Another name for `project_id`.',
  'updateDocument.site': 'Another name for `site_id`.',
  'submitReview.reviewer_id': 'Who shall decide; may be left out.',
  'approve.version': 'The version that was read; refused as `stale_version` where it is another by now.',
  'approve.content_hash': 'The content that was read; refused as `stale_version` where it is another by now.',
  'approve.change_significance': '`material` asks for a new briefing, `minor` does not.',
  'approve.conditions': 'What must be seen to first; the approval is then one with comments (review code B).',
  'reject.version': 'The version that was read; refused as `stale_version` where it is another by now.',
  'reject.content_hash': 'The content that was read; refused as `stale_version` where it is another by now.',
  'reject.comments': 'What has to change, and where.',
  'Version.content': 'The frozen content; `content_hash` is its hash.',
  'Version.rebrief_required': 'Earlier sign-offs no longer count as current.',
  'Version.review_code': 'A: approved. B: approved with conditions.',
  'recordSignoff.worker_name': 'Enough by itself; needed unless `worker` is given.',
  'recordSignoff.worker': 'Who signed, in full; needed unless `worker_name` is given.',
  'recordSignoff.signed_at': 'When it was signed, where `capture` does not say.',
  'recordSignoff.document_version': 'The approved version that was shown; the current one where it is left out.',
  'recordSignoff.integrity': 'The seal made where it was signed; a record that does not match its seal is refused.',
  'voidSignoff.reason': 'At least 10 characters.',
  'Signoff.currency': 'What the sign-off is worth now.',
  'Signoff.status': 'A late, declined or doubled sign-off is kept and says so here.',
  'Signoff.flags': 'What is odd about it, such as `stale_version` or `captured_in_future`.',
  'Signoff.sync_delay_seconds': 'Between signing and arriving at the server.',
  'exportDocument.version':
    'An approved version; the current one where it is left out, the draft where none is approved.',
  'Export.document_version': 'Null: the working draft.',
  'Export.download_url': 'Needs no token and lasts until `expires_at`; made anew each time the job is read.',
  'Export.sha256': 'Of the file, to compare after the download.',
  'inviteContractor.contractor_id': 'A contractor that is known already; then `name` may be left out.',
  'inviteContractor.name': 'Needed for a new contractor.',
  'Contractor.submission_status': '`overdue` is worked out from the deadline when it is read.',
  'reorderSections.order': 'The ids of all sections, each exactly once.',
  'reorderHazards.order': 'The ids of all hazards, each exactly once.',
  'createWebhook.url': 'HTTPS and public; checked again before every delivery.',
  'createWebhook.events': 'Names of events, or `*` for all of them.',
  'createWebhook.secret': '8 to 256 printable ASCII characters; without one the server makes it and shows it once.',
  'NewWebhook.secret': 'Only in this answer, and only where the server made it.',
  'Webhook.state': '`enabled`, or `disabled` after ten failures in a row.',
  'Delivery.sequence': 'Place of the event in the feed.',
  'Delivery.due_at': 'When it is tried next; null when it is over.',
  'Event.sequence': 'Place in the feed of the organisation; give it as `after` to read on.',
  'Conflict.was': 'What the author of `mine` saw.',
  'Conflict.theirs': 'The value that was there first.',
  'Conflict.mine': 'The value that came later.',
  'Conflict.kept': 'Which of the two stands.',
  'Photo.url': 'Where the file is; needs a token.',
  'Photo.sha256': 'Of the bytes; the same photo again has the same id.',
  'updateProject.status': '`archived` keeps the previous status, so that it can come back.',
  'Project.archived_from_status': 'What it was before it was archived.',
  'ListMeta.per_page': 'At most 100; a complete list counts as one page.',
  'ListMeta.last_page': 'Number of the last page that holds anything.',
  'EventListMeta.next_after': 'The `after` of the next call.',
  'EventListMeta.more': 'True: ask again at once.',
};

/** The schema with a sentence for each of its fields of which there is one. `owner` = a record or an operation. */
export function noted(owner: string, schema: Schema): Schema {
  if (!schema.properties) return schema;
  const base = /^(\w+?)(?:Summary|Input)$/.exec(owner)?.[1] ?? owner;
  const properties: Schemas = Object.fromEntries(
    Object.entries(schema.properties).map(([field, shape]) => {
      const note = notes[`${owner}.${field}`] ?? notes[`${base}.${field}`] ?? notes[field];
      return [field, note ? { ...shape, description: note } : shape];
    }),
  );
  return { ...schema, properties };
}

/** For the test that no sentence speaks of a field that is gone. */
export const notedFields: readonly string[] = Object.keys(notes);
