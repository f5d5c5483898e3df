/** Descriptions of fields whose names, types and limits do not say enough. */
import { exportNotes } from './export-notes.ts';
import type { Schema, Schemas } from './types.ts';

/** By `Record.field` or `operation.field`, else by the name of a top-level field. */
const notes: Readonly<Record<string, string>> = {
  id: 'UUID. A create may supply its own (preferably version 7), which makes it safe to repeat.',
  revision: 'Number of changes to the record, as in its `ETag`. Not the version of a document.',
  created_at: 'RFC 3339 in UTC with milliseconds.',
  updated_at: 'RFC 3339 in UTC with milliseconds; strictly increases in an organisation.',
  created_by: 'Name of the user or program that created it.',
  document_id: 'The document it belongs to.',
  project_id: 'The project it belongs to.',
  industry_id: 'One of `GET /api/v1/industries`.',
  section_type: 'Each type occurs once per document; `custom` may repeat.',
  physical_form:
    'Solid, dust, powder, liquid, paste, gas, vapour, aerosol, mist, fume, fibre or biological, in lower case.',
  is_skin_sensitiser:
    'This and the other flags are derived from the hazard statements unless set; null restores the derived value.',
  site_id: 'The site it belongs to.',
  position: 'Position among the entries of its kind, from 1. In a create: where to insert it; last by default.',
  content_hash: 'SHA-256 of the canonical content (RFC 8785), as `sha256:` and 64 hexadecimal digits.',
  severity_before: 'Severity before controls.',
  likelihood_before: 'Likelihood before controls.',
  severity_after: 'Severity after controls; at most the severity before.',
  likelihood_after: 'Likelihood after controls; at most the likelihood before.',
  risk_before: 'Severity times likelihood before controls; calculated, never stored.',
  risk_after: 'Residual risk: severity times likelihood after controls; calculated, never stored.',
  band_before: 'Band of the risk matrix: `low`, `medium`, `high` or `very_high`.',
  band_after: 'Band of the risk matrix: `low`, `medium`, `high` or `very_high`.',
  controls: 'Control measures. Merged by their `id`, which the server assigns if it is missing.',
  'Document.status': 'Changed only by review actions.',
  'Document.version': 'The version being worked on: 1, and one more after each `revise`.',
  'Document.current_approved_version': 'The version that workers sign; null until the first approval.',
  'Document.review_rounds': 'Every review round, oldest first.',
  'Document.permit': 'The permit form.',
  'Document.briefing_asked':
    'Who asked last that the version in force is briefed again, when and why; absent = nobody.',
  'Document.condition_marks':
    'What was said of the conditions of its approvals since, oldest first: the last word on a condition counts. `condition` counts from 1, in the order of the version.',
  'Document.conditions_open':
    'The conditions of the version in force that are still to be met; absent = none. `told`: the day is over, and people were told.',
  'meetCondition.version': 'The version in force; `stale_version` if another one is.',
  'meetCondition.condition': 'From 1, in the order of the version.',
  'meetCondition.note': 'How it was met, or where that is recorded.',
  'reopenCondition.version': 'The version in force; `stale_version` if another one is.',
  'reopenCondition.condition': 'From 1, in the order of the version.',
  'reopenCondition.note': 'Why it is not met after all.',
  'askToBrief.reason': 'Why; shown on the tablets.',
  'Document.powra': 'Point-of-work risk assessment by the team.',
  'createDocument.template': 'True: start with the standard sections of the document type.',
  'createDocument.reference': 'Your own reference; by default it is built from project, type and a number.',
  'createDocument.project': 'Another name for `project_id`.',
  'createDocument.site': 'Another name for `site_id`.',
  'updateDocument.project': 'Another name for `project_id`.',
  'updateDocument.site': 'Another name for `site_id`.',
  'submitReview.reviewer_id': 'The reviewer who is asked to decide; optional.',
  'submitReview.imported':
    'Who submitted it and when, in an earlier system; for administrators. It is marked as imported.',
  'approve.imported': 'Who approved it and when, in an earlier system; for administrators. It is marked as imported.',
  'reject.imported': 'Who rejected it and when, in an earlier system; for administrators. It is marked as imported.',
  'approve.version': 'The version you reviewed; `stale_version` if it has changed since.',
  'approve.content_hash': 'Hash of the content you reviewed; `stale_version` if it has changed since.',
  'approve.change_significance': '`material` requires a new briefing, `minor` does not.',
  'approve.reason': 'Why no new briefing is needed, or why you decide although another reviewer was asked.',
  'approve.change_summary': 'What changed. A minor change needs at least 20 characters here or in `reason`.',
  'answerReviewComment.reply': 'Reply to the comment.',
  'answerReviewComment.resolved': 'True: the comment is resolved.',
  'discard.reason': 'Why the draft is discarded.',
  'Document.editors': 'Everyone who edited the version being worked on.',
  'Version.self_approved': 'True: the approver had submitted or edited it; null for an imported approval.',
  'Version.imported_by': 'Who imported the approval from an earlier system; null for an approval made here.',
  'Version.decision_reason': 'Why the change is minor, or why someone other than the requested reviewer approved it.',
  'DiscardedDraft.version': 'The number the version would have had.',
  'DiscardedDraft.content': 'The draft when it was discarded.',
  'approve.conditions': 'Conditions of the approval, which makes it an approval with comments (review code B).',
  'reject.version': 'The version you reviewed; `stale_version` if it has changed since.',
  'reject.content_hash': 'Hash of the content you reviewed; `stale_version` if it has changed since.',
  'reject.comments': 'What has to change, and where.',
  'Version.content': 'The frozen content; `content_hash` is its hash.',
  'Version.rebrief_required': 'True: earlier sign-offs are no longer current.',
  'Version.review_code': 'A: approved. B: approved with conditions.',
  'recordSignoff.worker_name': 'Name of the worker who signed; required unless `worker` is given.',
  'recordSignoff.worker': 'The worker who signed, with details; required unless `worker_name` is given.',
  'recordSignoff.signed_at': 'When it was signed, if `capture` does not say.',
  'recordSignoff.document_version': 'The approved version that was shown; by default the current one.',
  'recordSignoff.integrity': 'Seal made on the signing device; a record that does not match its seal is refused.',
  'voidSignoff.reason': 'At least 10 characters.',
  'Signoff.currency': 'Whether the sign-off is still current.',
  'Signoff.status': 'Late and declined sign-offs, and those sent as duplicates, are kept with that status.',
  'Signoff.flags': 'What the server doubts, such as `before_approval` or `ink_repeated`, beside words of the sender.',
  'Signoff.sync_delay_seconds': 'Seconds between signing and arrival at the server.',
  'createPermit.permit_number':
    'Your own number; by default it is built from the type and a number that is never reused.',
  'createPermit.document_id': 'The document of type `permit` with the form; project and site come from it.',
  'createPermit.linked_document_ids': 'RAMS that cover the work; the permit opens only when they are approved.',
  'PermitToWork.state': 'Changed only by actions.',
  'PermitToWork.log': 'Every action with its times, its author and the token used; append-only.',
  'PermitToWork.expired_at': 'When it expired while open or suspended; it still has to be handed back.',
  'acceptPermit.by': 'The permit holder, who must not be the issuer.',
  'resumePermit.by': 'The permit issuer.',
  'handOverPermit.role': 'The role that is handed over; by default the permit holder’s.',
  'startFireWatch.required_minutes': 'Minutes required, if more than the organisation’s settings.',
  'createPermit.closing_check_minutes':
    'How long the place is checked after the fire watch; by default as the organisation’s settings say.',
  'createPermit.closing_check_every_minutes': 'The longest time between two of these checks that counts.',
  'recordFinalCheck.required_minutes': 'Minutes required, if more than the organisation’s settings.',
  'closePermit.closure_exception':
    'Accepts the unmet rules that `rule` names, or all of them; `accepted_by` must have neither issued nor held the permit.',
  ...exportNotes,
  'Incident.status': 'Changed only by actions.',
  'Incident.anonymous': 'True: no response and no log names the reporter.',
  'Incident.reported_by': 'Null if the report is anonymous. In a create: who saw it, if not the caller.',
  'Incident.created_by': 'Null if the report is anonymous.',
  'Incident.description': 'What happened; do not name injured persons.',
  'Incident.diagnosed_on': 'The day of the doctor’s written diagnosis, of an occupational disease.',
  'Incident.injured_persons':
    'All but the kind of person and the severity is null without the permission `incidents:manage`.',
  'Incident.potential_severity': 'Worst credible severity; 4 and 5 are notified at once.',
  'Incident.riddor_category': '`undetermined` until decided.',
  'Incident.riddor_suggested': 'The category that the facts suggest, for the person who decides; null if none.',
  'Incident.riddor_due_on':
    'The last day for the report to the HSE (RIDDOR 2013), counted from the day of the incident in Great Britain, or the diagnosis of a disease; null if nothing indicates that it is reportable.',
  'closeIncident.closed_at': 'When it was closed, if elsewhere; by default now.',
  'updateProject.status': '`archived` keeps the previous status for restoring.',
  'Project.site_ids': 'Its sites, oldest first.',
  'Project.archived_from_status': 'Status before it was archived.',
  'ListMeta.per_page': 'At most 100; 25 by default, also for a complete list, which is one page of any length.',
  'ListMeta.last_page': 'Number of the last page with rows.',
  'ListMeta.next_cursor': 'The `cursor` of the next page; null at the end.',
  'EventListMeta.next_after':
    'The `after` of the next call. It names the history that it belongs to: after a restore from a backup the next call is answered 409 `history_changed`.',
  'EventListMeta.more': 'True: ask again at once.',
};

/** Adds a description to each field that has a note. `owner` is a record or an operation. */
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

/** For the test that every note describes a field that exists. */
export const notedFields: readonly string[] = Object.keys(notes);
